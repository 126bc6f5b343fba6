-- For wrk: requests /standard for the positions of a file (FENS) in turn, and reports the number of answers and the speed.
local positions = {}
for line in io.lines(os.getenv("FENS")) do
  positions[#positions + 1] = (line:gsub(" ", "_"))
end

local number = 0
request = function()
  number = number % #positions + 1
  return wrk.format("GET", "/standard?fen=" .. positions[number])
end

done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "%6.0f requests/s, median %.2f ms, p99 %.2f ms, %d errors\n",
    summary.requests / (summary.duration / 1e6),
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.timeout + errors.status
  ))
end
