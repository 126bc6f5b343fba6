# For testers that build engines with make, as OpenBench does: `make EXE=name` leaves the engine under that name.

EXE ?= vancura

.PHONY: all clean
all:
	cargo build --profile dist --locked -p vancura
	cp target/dist/vancura$(if $(filter Windows_NT,$(OS)),.exe) $(EXE)

clean:
	cargo clean
