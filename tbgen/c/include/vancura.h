/*
 * vancura.h: endgame tables, rules and proofs for programs in C and C++.
 *
 * Squares are numbered a1 = 0, b1 = 1, ... h8 = 63; a set of squares has bit n for square n. Results
 * are those of the side to move.
 *
 * Functions answer with a code: 0 and the other codes below 100 are answers, from 100 on something is
 * in the way (VCR_FAILED), and vcr_error has words for it. What a function returns through a pointer
 * is written only with an answer, unless its comment says otherwise. A null pointer where one is
 * needed gives VCR_NULL. Every other pointer must lead to what its type says.
 *
 * Texts are returned in room of the caller's, `char *text, size_t bytes`: they end with '\0', are cut
 * where the room ends, and are left out where the pointer is null or there are no bytes. All texts are
 * UTF-8.
 *
 * There is no global state and no set-up. A handle may be used by many threads at once, but for the
 * function that frees it. Nothing is thrown, and no signal handler is installed unless VCR_GUARD_MAPS
 * asks for it. Oracles solve endings with threads of the library, one per processor, which start with
 * the first ending and stay; tables need none.
 */
#ifndef VANCURA_H
#define VANCURA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which functions and types there are; greater where something has changed that programs must be
 * compiled again for. */
#define VCR_ABI 1

/* The VCR_ABI of the library that the program runs with. */
unsigned vcr_abi(void);

/* The version of the library, such as "0.1.0". */
const char *vcr_version(void);

/* --- Codes ------------------------------------------------------------------------------------- */

enum {
    /* The answer is there. */
    VCR_OK = 0,
    /* Nothing is announced of the position (vcr_recognize). */
    VCR_SILENT = 1,
    /* Moves are ranked by results, since a file of distances is missing (vcr_root). */
    VCR_BY_RESULT = 2,
    /* The callback has ended the work (vcr_verify). */
    VCR_STOPPED = 3,

    /* No file for the ending in the folders that were opened. */
    VCR_MISSING = 100,
    /* More men than tables, rules or the oracle know. */
    VCR_TOO_MANY_MEN = 101,
    /* Men that cannot stand so: two on a square, a pawn on the first or last rank, not one king per
     * side, or the side that has moved in check. */
    VCR_ILLEGAL = 102,
    /* A side may still castle. */
    VCR_CASTLING = 103,
    /* The operating system refuses a file or folder. */
    VCR_IO = 104,
    /* A file is damaged. */
    VCR_DAMAGED = 105,
    /* A pointer is null. */
    VCR_NULL = 110,
    /* A text is not UTF-8. */
    VCR_NOT_UTF8 = 111,
    /* An argument has a value without a meaning. */
    VCR_ARGUMENT = 112,
    /* The text is not a position in FEN. */
    VCR_NOT_FEN = 113,
    /* The text is not the name of an ending. */
    VCR_NOT_AN_ENDING = 114,
    /* The answer does not fit into the room for it. */
    VCR_NO_ROOM = 115,
    /* Memory for a solved ending is not available. */
    VCR_NO_MEMORY = 116,
    /* A fault of the library: please report it. */
    VCR_INTERNAL = 120
};

/* True for codes without an answer. */
#define VCR_FAILED(code) ((code) >= 100)

/* What a code means, in a few words. Never null; the text stays valid. */
const char *vcr_error(int code);

/* --- Positions --------------------------------------------------------------------------------- */

/* A position: which squares the men of either color and of each kind are on. 72 bytes. */
typedef struct vcr_men {
    /* Squares of White's and Black's men. */
    uint64_t white, black;
    /* Squares of pawns, knights, bishops, rooks, queens, kings, of both colors. */
    uint64_t pieces[6];
    /* The square that a pawn has just passed over, 0 without one. */
    uint8_t ep;
    /* 0 when Black is to move. */
    uint8_t white_to_move;
    /* 0 when no side may castle any more. */
    uint8_t castling;
    /* Plies since the last capture or pawn move. Only vcr_root looks at it. */
    uint8_t halfmove_clock;
} vcr_men;

/* Room for a position in FEN. */
#define VCR_FEN_BYTES 100

/* Reads a position in FEN, Shredder-FEN or EPD of any number of men. */
int vcr_men_from_fen(const char *fen, vcr_men *men, char *message, size_t bytes);

/* Writes a position in FEN, as of move 1; VCR_CASTLING where a side may castle, since `castling` does
 * not say how. */
int vcr_fen(const vcr_men *men, char *fen, size_t bytes);

/* --- Tables ------------------------------------------------------------------------------------ */

/* A set of Syzygy tables; a program may have several. */
typedef struct vcr_tables vcr_tables;

/* When a file is compared with its checksum. Damage inside a block is found in no other way. */

/* Before the first answer from it, which costs reading it whole. Up to 1 GiB of such files is kept in
 * memory, where later changes do not matter. */
#define VCR_VERIFY_WHEN_OPENED 0u
/* The same, but for files that were compared within 30 days and have not changed since. They are
 * remembered in the folder `vancura` where the system keeps a user's caches. */
#define VCR_VERIFY_ONCE 1u
/* Never: damage may give wrong answers, though never undefined behavior. */
#define VCR_VERIFY_NEVER 2u

/* How files are accessed that are not kept in memory: by default they are mapped. On Linux a mapped
 * file that is cut short while in use ends the program with SIGBUS. */

/* Files are read piece by piece: some three system calls for each look-up. */
#define VCR_READ 4u
/* Files are read into memory when first needed. */
#define VCR_MEMORY 8u
/* Linux: installs a handler of SIGBUS, once for the process, with which a mapped file that was cut
 * short gives VCR_DAMAGED. Faults elsewhere go to the handler that was there before. */
#define VCR_GUARD_MAPS 16u

/* Leaves out tables of more than `most` men (3 to 7). */
#define VCR_MEN(most) ((unsigned)(most) << 8)

/* Kinds of table files: results, distances to zeroing, distances to mate (our own format). */
enum { VCR_WDL = 0, VCR_DTZ = 1, VCR_DTM = 2 };

/* Opens the folders of a path, separated by `:`, on Windows by `;`. Files are listed at once and opened
 * when first needed. Null where a folder cannot be listed or a flag has no meaning: the message says
 * why. */
vcr_tables *vcr_open(const char *paths, unsigned flags, char *message, size_t bytes);

/* Frees a set of tables; a null pointer is ignored. */
void vcr_close(vcr_tables *tables);

/* Men of the largest ending with a file of results, 0 without any. */
int vcr_largest(const vcr_tables *tables);

/* The number of files of a kind. */
size_t vcr_files(const vcr_tables *tables, int kind);

/* The files that are missing for look-ups in an ending and in all that its captures and promotions lead
 * to: names separated by blanks, an empty text where nothing is missing. Any spelling of the ending will
 * do (`KRPvKR`, `krpkr`). VCR_NO_ROOM when the text was cut. */
int vcr_missing(const vcr_tables *tables, const char *ending, char *names, size_t bytes);

/* Called for each file by vcr_verify: `fault` is null for sound ones. Returns 0 to go on. It must not
 * throw. */
typedef int (*vcr_verified)(void *context, const char *path, const char *fault, size_t done, size_t all);

/* Reads each file whole and compares it with its checksum; with VCR_VERIFY_ONCE sound ones are
 * remembered. The code is that of the first damaged file, with a message that names it. The callback may
 * be null. */
int vcr_verify(const vcr_tables *tables, vcr_verified callback, void *context, char *message, size_t bytes);

/* The result with the fifty-move counter at zero: -2 loss, -1 loss saved by the fifty-move rule, 0 draw,
 * 1 win spoiled by that rule, 2 win. */
int vcr_wdl(const vcr_tables *tables, const vcr_men *men, int *wdl);

/* The results of many positions, faster than one by one: results as vcr_wdl has them, or codes from 100
 * on. Returns how many have a result. `out` has room for `count`. */
size_t vcr_wdl_batch(const vcr_tables *tables, const vcr_men *men, int8_t *out, size_t count);

/* Plies to the next capture, pawn move or mate, the counter at zero: positive when the side to move wins,
 * negative when it loses, beyond 100 where the fifty-move rule saves the loser, 0 for a draw, -1 for
 * checkmate. `exact` is 0 where the file counts moves: then the distance may be one ply greater. It may be
 * null. */
int vcr_dtz(const vcr_tables *tables, const vcr_men *men, int *plies, int *exact);

/* The result without the fifty-move rule (-2, 0 or 2) and plies to mate, 0 for draws and checkmate. Needs
 * .vdtm files, which `tbgen build` makes. */
int vcr_dtm(const vcr_tables *tables, const vcr_men *men, int *wdl, int *plies);

/* A legal move. 8 bytes. */
typedef struct vcr_move {
    /* Squares. */
    uint8_t from, to;
    /* What a pawn becomes, an index of `pieces`; 0 for other moves. */
    uint8_t promotion;
    uint8_t reserved;
    /* As vcr_dtz has it, this move counted. With VCR_BY_RESULT 1 and 101 stand for all. */
    int16_t plies;
    /* Higher is better: 1000 for wins that the fifty-move rule does not spoil as the counter stands, less
     * for others the longer they take, 0 for draws, -1000 for losses, more where the rule may save the
     * game. Where the rule is ignored 1000, 0 and -1000. */
    int16_t rank;
} vcr_move;

/* More moves than a position of a table has. */
#define VCR_MOVES 192

/* All legal moves with their ranks; moves of the best rank keep the result. `rule50` is 0 where the
 * fifty-move rule is ignored. `*count` is the room on entry and the number of moves afterwards, also with
 * VCR_NO_ROOM; without room `moves` may be null. */
int vcr_root(const vcr_tables *tables, const vcr_men *men, int rule50, vcr_move *moves, size_t *count);

/* Why a look-up fails: the same code as that of vcr_wdl, vcr_dtz or vcr_dtm, with a message that names the
 * file and what is wrong with it. VCR_OK and an empty message where it does not fail. */
int vcr_message(const vcr_tables *tables, const vcr_men *men, int kind, char *message, size_t bytes);

/* --- Without files ----------------------------------------------------------------------------- */

/* What a rule announces of the side to move. */
enum {
    VCR_LOSS = -2,
    VCR_AT_MOST_DRAW = -1,
    VCR_DRAW = 0,
    VCR_AT_LEAST_DRAW = 1,
    VCR_WIN = 2
};

/* What a rule or a mined table announces of a position of up to five men, and which: "KRPvKR: the
 * third-rank defence". Announcements are proved for a fifty-move counter far from its limit. VCR_SILENT and
 * an empty rule where there is none. Costs about a microsecond. */
int vcr_recognize(const vcr_men *men, int *bound, char *rule, size_t bytes);

/* Exact answers without files: solved endings of up to four men, rules, mined tables, and a search that
 * proves results from them. */
typedef struct vcr_oracle vcr_oracle;

/* Null only where there is no memory. */
vcr_oracle *vcr_oracle_new(void);

/* Frees an oracle; a null pointer is ignored. */
void vcr_oracle_free(vcr_oracle *oracle);

/* What is proved of a position, with the counter at zero. 8 bytes. */
typedef struct vcr_answer {
    /* The least and the greatest result, as vcr_wdl has them: the same where it is settled, -2 and 2 where
     * nothing is known. */
    int8_t low, high;
    /* Of a settled win or loss: at most so many plies to the next capture, pawn move or mate; -1 where that
     * is not known. The result holds at any counter that leaves as many plies of 100. */
    int16_t plies;
    /* Positions that the search has looked at; 0 where no search was needed. */
    uint32_t nodes;
} vcr_answer;

/* What is proved of a position of up to six men. `nodes` limits the search: 2000 take milliseconds, 0 is no
 * search. `leaves` gets what the answer rests on, a line each with the number of positions, and may be null.
 * The first question about an ending solves smaller ones: milliseconds to seconds, and others wait for it. */
int vcr_oracle_answer(vcr_oracle *oracle, const vcr_men *men, uint32_t nodes, vcr_answer *answer, char *leaves,
                      size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
