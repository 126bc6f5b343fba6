/*
 * vancura.h: endgame tables, rules and proofs for programs in C and C++.
 *
 * Squares are numbered a1 = 0, b1 = 1, ... h8 = 63; bit n of a bitboard is square n. Results are for
 * the side to move.
 *
 * Functions return a code: codes below 100 mean success, codes from 100 on are errors (VCR_FAILED),
 * described by vcr_error. Output parameters are written only on success, unless the function's comment
 * says otherwise. A null pointer where one is required gives VCR_NULL. Every other pointer must point
 * to an object of its type.
 *
 * Strings are returned in a buffer of the caller's, `char *text, size_t bytes`: they end with '\0', are
 * truncated to the size of the buffer, and are omitted if the pointer is null or the size is 0. All
 * strings are UTF-8.
 *
 * There is no global state and no initialization. A handle may be used by several threads at once,
 * except for the function that frees it. Nothing is thrown, and no signal handler is installed unless
 * VCR_GUARD_MAPS is set. Oracles solve endings with threads of the library, one per processor, which
 * start with the first ending and remain; tables need none.
 */
#ifndef VANCURA_H
#define VANCURA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the binary interface; incremented by changes for which programs must be recompiled. */
#define VCR_ABI 1

/* The VCR_ABI of the library that the program is running with. */
unsigned vcr_abi(void);

/* The version of the library, such as "0.1.0". */
const char *vcr_version(void);

/* --- Codes ------------------------------------------------------------------------------------- */

enum {
    /* Success. */
    VCR_OK = 0,
    /* No rule applies to the position (vcr_recognize). */
    VCR_SILENT = 1,
    /* Moves are ranked by result, because a DTZ file is missing (vcr_root). */
    VCR_BY_RESULT = 2,
    /* Stopped by the callback (vcr_verify). */
    VCR_STOPPED = 3,

    /* No file for the ending in the folders that were opened. */
    VCR_MISSING = 100,
    /* More men than tables, rules or the oracle cover. */
    VCR_TOO_MANY_MEN = 101,
    /* An illegal position: two men on one square, a pawn on the first or last rank, not one king per
     * side, or the side not to move in check. */
    VCR_ILLEGAL = 102,
    /* A side may still castle. */
    VCR_CASTLING = 103,
    /* The operating system reports an error for a file or folder. */
    VCR_IO = 104,
    /* A file is damaged. */
    VCR_DAMAGED = 105,
    /* A pointer is null. */
    VCR_NULL = 110,
    /* A string is not UTF-8. */
    VCR_NOT_UTF8 = 111,
    /* An argument has an invalid value. */
    VCR_ARGUMENT = 112,
    /* The string is not a position in FEN. */
    VCR_NOT_FEN = 113,
    /* The string is not the name of an ending. */
    VCR_NOT_AN_ENDING = 114,
    /* The result does not fit into the buffer. */
    VCR_NO_ROOM = 115,
    /* Memory for a solved ending is not available. */
    VCR_NO_MEMORY = 116,
    /* An internal error: please report it. */
    VCR_INTERNAL = 120
};

/* True for error codes. */
#define VCR_FAILED(code) ((code) >= 100)

/* A short description of a code. Never null; the string remains valid. */
const char *vcr_error(int code);

/* --- Positions --------------------------------------------------------------------------------- */

/* A position: bitboards of the men by color and by kind. 72 bytes. */
typedef struct vcr_men {
    /* Squares of White's and Black's men. */
    uint64_t white, black;
    /* Squares of pawns, knights, bishops, rooks, queens, kings, of both colors. */
    uint64_t pieces[6];
    /* The en passant square (passed over by the last double push), 0 without one. */
    uint8_t ep;
    /* 0 when Black is to move. */
    uint8_t white_to_move;
    /* 0 when neither side may castle. */
    uint8_t castling;
    /* Plies since the last capture or pawn move. Used by vcr_root only. */
    uint8_t halfmove_clock;
} vcr_men;

/* Size of a buffer for a position in FEN. */
#define VCR_FEN_BYTES 100

/* Reads a position in FEN, Shredder-FEN or EPD with any number of men. */
int vcr_men_from_fen(const char *fen, vcr_men *men, char *message, size_t bytes);

/* Writes a position in FEN, with move number 1; VCR_CASTLING where a side may castle, since `castling`
 * does not identify the rook. */
int vcr_fen(const vcr_men *men, char *fen, size_t bytes);

/* --- Tables ------------------------------------------------------------------------------------ */

/* A set of Syzygy tables; a program may have several. */
typedef struct vcr_tables vcr_tables;

/* When a file is compared with its checksum, the only way to detect damage inside a block: */

/* Before the first answer from it, for which the whole file is read. Up to 1 GiB of such files is kept
 * in memory, where later changes have no effect. */
#define VCR_VERIFY_WHEN_OPENED 0u
/* The same, except for files that were compared within the last 30 days and have not changed since.
 * They are listed in the folder `vancura` in the user's cache folder. */
#define VCR_VERIFY_ONCE 1u
/* Never: damage may give wrong answers, though never undefined behavior. */
#define VCR_VERIFY_NEVER 2u

/* How files that are not kept in memory are accessed: by default they are mapped. On Linux a mapped
 * file that is truncated while in use ends the program with SIGBUS. */

/* Files are read piece by piece: some three system calls per probe. */
#define VCR_READ 4u
/* Files are read into memory when first needed. */
#define VCR_MEMORY 8u
/* Linux: installs a handler for SIGBUS, once per process, so that a truncated mapped file gives
 * VCR_DAMAGED. Faults elsewhere are passed to the previous handler. */
#define VCR_GUARD_MAPS 16u

/* Leaves out tables of more than `most` men (3 to 7). */
#define VCR_MEN(most) ((unsigned)(most) << 8)

/* Kinds of table files: results, distances to zeroing, distances to mate (our own format). */
enum { VCR_WDL = 0, VCR_DTZ = 1, VCR_DTM = 2 };

/* Opens the folders of a path, separated by `:`, on Windows by `;`. Files are listed immediately and
 * opened when first needed. Returns null and a message if a folder cannot be listed or a flag is
 * invalid. */
vcr_tables *vcr_open(const char *paths, unsigned flags, char *message, size_t bytes);

/* Frees a set of tables; a null pointer is ignored. */
void vcr_close(vcr_tables *tables);

/* Men of the largest ending with a WDL file, 0 without any. */
int vcr_largest(const vcr_tables *tables);

/* The number of files of a kind. */
size_t vcr_files(const vcr_tables *tables, int kind);

/* The files that are missing to probe an ending and all endings that captures and promotions lead to:
 * names separated by blanks, an empty string if nothing is missing. Any spelling of the ending works
 * (`KRPvKR`, `krpkr`). VCR_NO_ROOM if the string was truncated. */
int vcr_missing(const vcr_tables *tables, const char *ending, char *names, size_t bytes);

/* Called by vcr_verify for each file: `fault` is null for intact ones. Returns 0 to continue. It must
 * not throw. */
typedef int (*vcr_verified)(void *context, const char *path, const char *fault, size_t done, size_t all);

/* Reads each whole file and compares it with its checksum; with VCR_VERIFY_ONCE intact ones are listed
 * in the cache. The code is that of the first damaged file, and the message names it. The callback may
 * be null. */
int vcr_verify(const vcr_tables *tables, vcr_verified callback, void *context, char *message, size_t bytes);

/* The result with the fifty-move counter at zero: -2 loss, -1 loss saved by the fifty-move rule, 0 draw,
 * 1 win spoiled by that rule, 2 win. */
int vcr_wdl(const vcr_tables *tables, const vcr_men *men, int *wdl);

/* The results of many positions, faster than one by one: as from vcr_wdl, or error codes from 100 on.
 * Returns the number of positions with a result. `out` has room for `count` values. */
size_t vcr_wdl_batch(const vcr_tables *tables, const vcr_men *men, int8_t *out, size_t count);

/* Plies to the next capture, pawn move or mate with the counter at zero: positive if the side to move
 * wins, negative if it loses, beyond 100 where the fifty-move rule saves the loser, 0 for a draw, -1 for
 * checkmate. `exact` is set to 0 where the file counts moves, so that the distance may be one ply greater;
 * it may be null. */
int vcr_dtz(const vcr_tables *tables, const vcr_men *men, int *plies, int *exact);

/* The result without the fifty-move rule (-2, 0 or 2) and plies to mate, 0 for draws and checkmate. Needs
 * .vdtm files, which `tbgen build` writes. */
int vcr_dtm(const vcr_tables *tables, const vcr_men *men, int *wdl, int *plies);

/* A legal move. 8 bytes. */
typedef struct vcr_move {
    /* Squares. */
    uint8_t from, to;
    /* Piece that a pawn promotes to, an index into `pieces`; 0 for other moves. */
    uint8_t promotion;
    uint8_t reserved;
    /* As from vcr_dtz, including this move. With VCR_BY_RESULT, all values are 1 or 101. */
    int16_t plies;
    /* Higher is better: 1000 for wins that the fifty-move rule does not spoil at the current counter, less
     * for other wins the longer they take, 0 for draws, -1000 for losses, more where the rule may save the
     * game. Where the rule is ignored: 1000, 0 and -1000. */
    int16_t rank;
} vcr_move;

/* More than the number of moves of any position in a table. */
#define VCR_MOVES 192

/* All legal moves with their ranks; moves of the best rank preserve the result. `rule50` is 0 to ignore
 * the fifty-move rule. `*count` is the capacity of `moves` on entry and the number of moves on return,
 * also with VCR_NO_ROOM; with capacity 0, `moves` may be null. */
int vcr_root(const vcr_tables *tables, const vcr_men *men, int rule50, vcr_move *moves, size_t *count);

/* Why a probe fails: the same code as from vcr_wdl, vcr_dtz or vcr_dtm, with a message that names the
 * file and what is wrong with it. VCR_OK and an empty message if it does not fail. */
int vcr_message(const vcr_tables *tables, const vcr_men *men, int kind, char *message, size_t bytes);

/* --- Without files ----------------------------------------------------------------------------- */

/* Bounds for the side to move. */
enum {
    VCR_LOSS = -2,
    VCR_AT_MOST_DRAW = -1,
    VCR_DRAW = 0,
    VCR_AT_LEAST_DRAW = 1,
    VCR_WIN = 2
};

/* The bound that a rule or a mined table gives for a position of up to five men, and the name of the rule,
 * such as "KRPvKR: the third-rank defense". Bounds are proved for a fifty-move counter far from its limit.
 * VCR_SILENT and an empty name if no rule applies. Takes about a microsecond. */
int vcr_recognize(const vcr_men *men, int *bound, char *rule, size_t bytes);

/* Exact answers without files: solved endings of up to four men, rules, mined tables, and a search that
 * proves results from them. */
typedef struct vcr_oracle vcr_oracle;

/* Returns null only if out of memory. */
vcr_oracle *vcr_oracle_new(void);

/* Frees an oracle; a null pointer is ignored. */
void vcr_oracle_free(vcr_oracle *oracle);

/* What is proved about a position with the counter at zero. 8 bytes. */
typedef struct vcr_answer {
    /* Lower and upper bound of the result, as from vcr_wdl: equal if the result is proved, -2 and 2 if
     * nothing is known. */
    int8_t low, high;
    /* For a proved win or loss, an upper bound of the plies to the next capture, pawn move or mate; -1 if
     * unknown. The result holds at any counter that leaves this number of plies of 100. */
    int16_t plies;
    /* Positions searched; 0 if no search was needed. */
    uint32_t nodes;
} vcr_answer;

/* What is proved about a position of up to six men. `nodes` limits the search: 2000 take milliseconds, 0
 * disables it. `leaves` receives the rules and endings that the proof rests on, one per line with the number
 * of positions, and may be null. The first call for an ending solves smaller ones, which takes milliseconds
 * to seconds while other threads wait. */
int vcr_oracle_answer(vcr_oracle *oracle, const vcr_men *men, uint32_t nodes, vcr_answer *answer, char *leaves,
                      size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
