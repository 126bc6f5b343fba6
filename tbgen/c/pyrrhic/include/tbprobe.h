/*
 * tbprobe.h: Syzygy tables behind the functions and types of Pyrrhic, so that an engine that embeds
 * Pyrrhic can be linked with this library instead. The names, types and numbers are those of Pyrrhic's
 * interface; the rest is independent, and no `tbconfig.h` is needed.
 *
 * Squares are numbered a1 = 0, b1 = 1, ... h8 = 63; bit n of a bitboard is square n.
 *
 * Files are compared with their checksums before the first answer from them, unless that was done within
 * the last 30 days; a damaged file gives no answer. All functions except tb_init, tb_free and
 * tb_set_loader may be called by several threads at once.
 */
#ifndef VANCURA_TBPROBE_H
#define VANCURA_TBPROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sides to move. */
#define PYRRHIC_BLACK 0
#define PYRRHIC_WHITE 1

/* --- Sets of tables ---------------------------------------------------------------------------- */

/* Men of the largest ending with a WDL file, and the numbers of WDL, DTM (always 0) and DTZ files. */
extern int TB_LARGEST;
extern int TB_NUM_WDL;
extern int TB_NUM_DTM;
extern int TB_NUM_DTZ;

/* Opens the folders of a path, separated by `:`, on Windows by `;`, in place of those opened before. An
 * empty path and "<empty>" mean no folders; folders that cannot be listed are ignored. False if the path is
 * not UTF-8. */
bool tb_init(const char *path);

/* Frees all tables. */
void tb_free(void);

/* The bytes of a table that is not in a folder. They must remain valid and unchanged until tb_free or the
 * next tb_init. */
typedef struct {
    const unsigned char *data;
    size_t size;
} pyrrhic_tb_blob;

/* Called by tb_init for tables that are not in a folder: name and suffix, such as "KQvK" and ".rtbw". */
typedef bool (*tb_loader_fn)(const char *name, const char *suffix, pyrrhic_tb_blob *blob);

/* Sets the loader that tb_init calls, or none if null. The path "<embedded>" means no folders. */
void tb_set_loader(tb_loader_fn loader);

/* --- Results ----------------------------------------------------------------------------------- */

/* Results for the side to move. */
#define TB_LOSS 0
#define TB_BLESSED_LOSS 1
#define TB_DRAW 2
#define TB_CURSED_WIN 3
#define TB_WIN 4

/* Failure; no legal moves: checkmate and stalemate. */
#define TB_RESULT_FAILED 0xFFFFFFFF
#define TB_RESULT_CHECKMATE TB_WIN
#define TB_RESULT_STALEMATE TB_DRAW

/* The result of a position without castling rights, with the fifty-move counter at zero. `ep` is the en
 * passant square, or 0. */
unsigned tb_probe_wdl(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens, uint64_t rooks,
                      uint64_t bishops, uint64_t knights, uint64_t pawns, unsigned ep, bool turn);

/* --- The moves of a position ------------------------------------------------------------------- */

#define TB_MAX_MOVES 256
#define TB_MAX_CAPTURES 64
#define TB_MAX_PLY 256

/* A result of tb_probe_root: the result with the current counter (4 bits), squares (6 each), promotion (3:
 * queen, rook, bishop, knight from 1), en passant (1), plies to zeroing without sign (12). */
#define TB_RESULT_WDL_SHIFT 0
#define TB_RESULT_TO_SHIFT 4
#define TB_RESULT_FROM_SHIFT 10
#define TB_RESULT_PROMOTES_SHIFT 16
#define TB_RESULT_EP_SHIFT 19
#define TB_RESULT_DTZ_SHIFT 20
#define TB_RESULT_WDL_MASK (0xFu << TB_RESULT_WDL_SHIFT)
#define TB_RESULT_TO_MASK (0x3Fu << TB_RESULT_TO_SHIFT)
#define TB_RESULT_FROM_MASK (0x3Fu << TB_RESULT_FROM_SHIFT)
#define TB_RESULT_PROMOTES_MASK (0x7u << TB_RESULT_PROMOTES_SHIFT)
#define TB_RESULT_EP_MASK (0x1u << TB_RESULT_EP_SHIFT)
#define TB_RESULT_DTZ_MASK (0xFFFu << TB_RESULT_DTZ_SHIFT)

#define VANCURA_TB_GET(field, x) (((x) & TB_RESULT_##field##_MASK) >> TB_RESULT_##field##_SHIFT)
#define VANCURA_TB_SET(field, x, to) \
    (((x) & ~TB_RESULT_##field##_MASK) | (((to) << TB_RESULT_##field##_SHIFT) & TB_RESULT_##field##_MASK))

#define TB_GET_WDL(x) VANCURA_TB_GET(WDL, x)
#define TB_GET_TO(x) VANCURA_TB_GET(TO, x)
#define TB_GET_FROM(x) VANCURA_TB_GET(FROM, x)
#define TB_GET_PROMOTES(x) VANCURA_TB_GET(PROMOTES, x)
#define TB_GET_EP(x) VANCURA_TB_GET(EP, x)
#define TB_GET_DTZ(x) VANCURA_TB_GET(DTZ, x)
#define TB_SET_WDL(x, to) VANCURA_TB_SET(WDL, x, to)
#define TB_SET_TO(x, to) VANCURA_TB_SET(TO, x, to)
#define TB_SET_FROM(x, to) VANCURA_TB_SET(FROM, x, to)
#define TB_SET_PROMOTES(x, to) VANCURA_TB_SET(PROMOTES, x, to)
#define TB_SET_EP(x, to) VANCURA_TB_SET(EP, x, to)
#define TB_SET_DTZ(x, to) VANCURA_TB_SET(DTZ, x, to)

#define TB_RESULT_WDL(x) TB_GET_WDL(x)
#define TB_RESULT_TO(x) TB_GET_TO(x)
#define TB_RESULT_FROM(x) TB_GET_FROM(x)
#define TB_RESULT_IS_ENPASS(x) TB_GET_EP(x)
#define TB_RESULT_DTZ(x) TB_GET_DTZ(x)
#define TB_RESULT_IS_QPROMO(x) (TB_GET_PROMOTES(x) == PYRRHIC_FLAG_QPROMO)
#define TB_RESULT_IS_RPROMO(x) (TB_GET_PROMOTES(x) == PYRRHIC_FLAG_RPROMO)
#define TB_RESULT_IS_BPROMO(x) (TB_GET_PROMOTES(x) == PYRRHIC_FLAG_BPROMO)
#define TB_RESULT_IS_NPROMO(x) (TB_GET_PROMOTES(x) == PYRRHIC_FLAG_NPROMO)

/* The best move: the shortest win, the longest loss, or one that keeps a draw; with the plies of the
 * position, which may be one too few where the file counts moves. `results` is null or has room for
 * TB_MAX_MOVES results: one for each move, and TB_RESULT_FAILED after the last. */
unsigned tb_probe_root(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens, uint64_t rooks,
                       uint64_t bishops, uint64_t knights, uint64_t pawns, unsigned rule50, unsigned ep,
                       bool turn, unsigned *results);

/* A move: squares and flags. */
typedef uint16_t PyrrhicMove;

#define PYRRHIC_FLAG_NONE 0x0
#define PYRRHIC_FLAG_QPROMO 0x1
#define PYRRHIC_FLAG_RPROMO 0x2
#define PYRRHIC_FLAG_BPROMO 0x3
#define PYRRHIC_FLAG_NPROMO 0x4
#define PYRRHIC_FLAG_ENPASS 0x8

#define PYRRHIC_SHIFT_TO 0
#define PYRRHIC_SHIFT_FROM 6
#define PYRRHIC_SHIFT_FLAGS 12
#define PYRRHIC_MASK_TO 0x3F
#define PYRRHIC_MASK_FROM 0x3F
#define PYRRHIC_MASK_FLAGS 0x0F
#define PYRRHIC_MASK_PROMO_FLAGS 0x07

#define PYRRHIC_MOVE_TO(x) ((x) >> PYRRHIC_SHIFT_TO & PYRRHIC_MASK_TO)
#define PYRRHIC_MOVE_FROM(x) ((x) >> PYRRHIC_SHIFT_FROM & PYRRHIC_MASK_FROM)
#define PYRRHIC_MOVE_FLAGS(x) ((x) >> PYRRHIC_SHIFT_FLAGS & PYRRHIC_MASK_FLAGS)
#define PYRRHIC_MOVE_IS_ENPASS(x) (PYRRHIC_MOVE_FLAGS(x) == PYRRHIC_FLAG_ENPASS)
#define PYRRHIC_MOVE_IS_QPROMO(x) (PYRRHIC_MOVE_FLAGS(x) == PYRRHIC_FLAG_QPROMO)
#define PYRRHIC_MOVE_IS_RPROMO(x) (PYRRHIC_MOVE_FLAGS(x) == PYRRHIC_FLAG_RPROMO)
#define PYRRHIC_MOVE_IS_BPROMO(x) (PYRRHIC_MOVE_FLAGS(x) == PYRRHIC_FLAG_BPROMO)
#define PYRRHIC_MOVE_IS_NPROMO(x) (PYRRHIC_MOVE_FLAGS(x) == PYRRHIC_FLAG_NPROMO)

struct TbRootMove {
    PyrrhicMove move;
    int32_t tbRank;
};

struct TbRootMoves {
    unsigned size;
    struct TbRootMove moves[TB_MAX_MOVES];
};

/* All legal moves, ranked by distance: higher is better, and moves of the best rank preserve the result with
 * the current counter. Returns 0 and an empty list if a file is missing or damaged, otherwise 1. */
int tb_probe_root_dtz(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens, uint64_t rooks,
                      uint64_t bishops, uint64_t knights, uint64_t pawns, unsigned rule50, unsigned ep,
                      bool turn, bool hasRepeated, struct TbRootMoves *results);

/* The same by result alone, for use where DTZ files are missing. */
int tb_probe_root_wdl(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens, uint64_t rooks,
                      uint64_t bishops, uint64_t knights, uint64_t pawns, unsigned rule50, unsigned ep,
                      bool turn, bool useRule50, struct TbRootMoves *results);

#ifdef __cplusplus
}
#endif

#endif
