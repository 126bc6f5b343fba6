# For testers that build engines with make, as OpenBench does: `make EXE=name` leaves the engine under that name.
#
# `make pgo EXE=name` compiles it twice: the first program counts what its bench executes, and the second is optimized
# for that. Needs llvm-profdata: `rustup component add llvm-tools`.

EXE ?= vancura
TARGET := $(or $(CARGO_TARGET_DIR),target)
BUILT := $(TARGET)/dist/vancura$(if $(filter Windows_NT,$(OS)),.exe)
BUILD := cargo build --profile dist --locked -p vancura

.PHONY: all pgo clean
all:
	$(BUILD)
	cp $(BUILT) $(EXE)

PGO := $(abspath $(TARGET))/pgo
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
PROFDATA = $(firstword $(wildcard $(shell rustc --print sysroot)/lib/rustlib/$(HOST)/bin/llvm-profdata*) llvm-profdata)
# $(call profiled,NAME,FLAG) compiles the crates of this workspace with one more flag, all others as ever.
define profiled
printf '#!/bin/sh\nexec "$$@" $(2)\n' >$(PGO)/$(1)
chmod +x $(PGO)/$(1)
RUSTC_WORKSPACE_WRAPPER=$(PGO)/$(1) $(BUILD)
endef

pgo:
	mkdir -p $(PGO)
	$(call profiled,count,-Cprofile-generate=$(PGO)/counts)
	rm -rf $(PGO)/counts
	$(BUILT) bench >$(PGO)/bench.txt
	$(PROFDATA) merge -o $(PGO)/bench.profdata $(PGO)/counts
	$(call profiled,use,-Cprofile-use=$(PGO)/bench.profdata)
	$(BUILT) bench | tail -n 1 | cut -d' ' -f1,2
	cp $(BUILT) $(EXE)

clean:
	cargo clean
