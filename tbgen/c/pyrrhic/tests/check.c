/* Calls every function of tbprobe.h, compiled as C99 and as C++17. Arguments: a folder with the tables of three
 * men, a copy of it with all files damaged, a copy without files of distances, and a list of positions
 * with their values. */
#define _POSIX_C_SOURCE 200809L

#include "tbprobe.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))
#define KQVK_BYTES 100000
#define MAX_DTZ 0x40000
#define THREADS 3
#define WINS 5000

static const char *where = "";
static char line[4000];

static void fail(int number, const char *condition)
{
    fprintf(stderr, "check.c, line %d: %s (%s)\n", number, condition, where);
    exit(1);
}

/* A position: colors, then kings to pawns. */
struct men {
    uint64_t white, black, kinds[6];
    unsigned ep;
    bool turn;
};

#define ARGUMENTS(m)                                                                             \
    (m)->white, (m)->black, (m)->kinds[0], (m)->kinds[1], (m)->kinds[2], (m)->kinds[3], (m)->kinds[4], \
        (m)->kinds[5]

static struct men men_of(const char *fen)
{
    struct men men;
    int square = 56;
    memset(&men, 0, sizeof men);
    for (; *fen != ' '; fen++) {
        static const char letters[] = "KQRBNPkqrbnp";
        const char *kind = strchr(letters, *fen);
        if (*fen == '/')
            square -= 16;
        else if (kind == NULL)
            square += *fen - '0';
        else {
            uint64_t bit = (uint64_t)1 << square++;
            size_t number = (size_t)(kind - letters);
            men.kinds[number % 6] |= bit;
            *(number < 6 ? &men.white : &men.black) |= bit;
        }
    }
    men.turn = fen[1] == 'w';
    return men;
}

static unsigned wdl_of(const struct men *m)
{
    return tb_probe_wdl(ARGUMENTS(m), m->ep, m->turn);
}

/* One line of the list: position, values, moves. */
static void check_position(char *text)
{
    unsigned results[TB_MAX_MOVES], best, wdl, moves = 0;
    struct TbRootMoves by_distance, by_result, ignored;
    struct men men = men_of(text);
    char *rest = strchr(text, ';');
    int dtz, from, to, promotion, value, read = 0;
    CHECK(rest != NULL && sscanf(rest, ";%u;%d;%n", &wdl, &dtz, &read) == 2 && read > 0);
    CHECK(wdl_of(&men) == wdl);
    best = tb_probe_root(ARGUMENTS(&men), 0, men.ep, men.turn, results);
    CHECK(best == tb_probe_root(ARGUMENTS(&men), 0, men.ep, men.turn, NULL));
    CHECK(tb_probe_root_dtz(ARGUMENTS(&men), 0, men.ep, men.turn, false, &by_distance) == 1);
    CHECK(tb_probe_root_wdl(ARGUMENTS(&men), 0, men.ep, men.turn, true, &by_result) == 1);
    CHECK(tb_probe_root_wdl(ARGUMENTS(&men), 0, men.ep, men.turn, false, &ignored) == 1);
    for (rest += read; sscanf(rest, "%d,%d,%d,%d %n", &from, &to, &promotion, &value, &read) == 4; rest += read) {
        size_t at = 0;
        for (; at < by_distance.size; at++) {
            PyrrhicMove move = by_distance.moves[at].move;
            if ((int)PYRRHIC_MOVE_FROM(move) == from && (int)PYRRHIC_MOVE_TO(move) == to
                && (int)PYRRHIC_MOVE_FLAGS(move) == promotion)
                break;
        }
        CHECK(at < by_distance.size);
        CHECK(by_result.moves[at].move == by_distance.moves[at].move);
        CHECK(by_result.moves[at].tbRank == (value - 2) / 2 * MAX_DTZ);
        CHECK(ignored.moves[at].tbRank == by_result.moves[at].tbRank);
        CHECK((by_distance.moves[at].tbRank > 0) == (value > 2) && (by_distance.moves[at].tbRank < 0) == (value < 2));
        CHECK((int)TB_GET_WDL(results[at]) == value && (int)TB_GET_FROM(results[at]) == from);
        CHECK((int)TB_GET_TO(results[at]) == to && (int)TB_GET_PROMOTES(results[at]) == promotion);
        moves++;
    }
    CHECK(by_distance.size == moves && by_result.size == moves && results[moves] == TB_RESULT_FAILED);
    if (moves == 0) {
        CHECK(best == (wdl == TB_LOSS ? (unsigned)TB_RESULT_CHECKMATE : (unsigned)TB_RESULT_STALEMATE));
        return;
    }
    CHECK(TB_GET_WDL(best) == wdl);
    /* The file may count moves. */
    value = (int)TB_GET_DTZ(best) - abs(dtz);
    CHECK(value == 0 || value == -1);
}

static size_t read_list(const char *path)
{
    size_t count = 0;
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    for (; fgets(line, sizeof line, file) != NULL; count++) {
        where = line;
        check_position(line);
    }
    fclose(file);
    return count;
}

static unsigned char loaded[KQVK_BYTES];
static size_t loaded_bytes;
static int asked;

/* Loads KQvK.rtbw only. */
static bool loader(const char *name, const char *suffix, pyrrhic_tb_blob *blob)
{
    asked++;
    if (strcmp(name, "KQvK") != 0 || strcmp(suffix, ".rtbw") != 0)
        return false;
    blob->data = loaded;
    blob->size = loaded_bytes;
    return true;
}

static void check_loader(const char *folder)
{
    char path[4096];
    struct men men = men_of("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1");
    FILE *file;
    snprintf(path, sizeof path, "%s/KQvK.rtbw", folder);
    file = fopen(path, "rb");
    CHECK(file != NULL);
    loaded_bytes = fread(loaded, 1, sizeof loaded, file);
    fclose(file);
    tb_set_loader(loader);
    CHECK(tb_init("<embedded>") && TB_LARGEST == 3 && TB_NUM_WDL == 1 && TB_NUM_DTZ == 0);
    CHECK(asked > 1000 && wdl_of(&men) == TB_WIN);
    tb_set_loader(NULL);
    CHECK(tb_init("<embedded>") && TB_LARGEST == 0 && wdl_of(&men) == TB_RESULT_FAILED);
}

/* Probes a won position while the tables are replaced. */
static void *in_a_thread(void *context)
{
    struct men men = men_of("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1");
    (void)context;
    for (int wins = 0; wins < WINS;) {
        unsigned wdl = wdl_of(&men);
        CHECK(wdl == TB_WIN || wdl == TB_RESULT_FAILED);
        wins += wdl == TB_WIN;
    }
    return NULL;
}

static void check_threads(const char *folder)
{
    pthread_t threads[THREADS];
    struct men men = men_of("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1");
    CHECK(tb_init(folder));
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, in_a_thread, NULL) == 0);
    for (int i = 0; i < 20; i++) {
        if (i % 4 == 1)
            tb_free();
        CHECK(tb_init(folder) && wdl_of(&men) == TB_WIN);
    }
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(wdl_of(&men) == TB_WIN);
}

int main(int arguments, char **argument)
{
    struct men men = men_of("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1"), nonsense;
    struct TbRootMoves list;
    unsigned results[TB_MAX_MOVES];
    char paths[4096];
    size_t count;
    CHECK(arguments == 5);
    CHECK(TB_LARGEST == 0 && wdl_of(&men) == TB_RESULT_FAILED);
    CHECK(tb_init("") && tb_init("<empty>") && tb_init("/no such folder") && TB_LARGEST == 0);
    CHECK(!tb_init("\xff"));

    snprintf(paths, sizeof paths, "/no such folder:%s", argument[1]);
    CHECK(tb_init(paths));
    CHECK(TB_LARGEST == 3 && TB_NUM_WDL == 5 && TB_NUM_DTZ == 5 && TB_NUM_DTM == 0);
    count = read_list(argument[4]);
    CHECK(count > 400);
    memset(&nonsense, 0xff, sizeof nonsense);
    nonsense.turn = true;
    CHECK(wdl_of(&nonsense) == TB_RESULT_FAILED);
    CHECK(tb_probe_root(ARGUMENTS(&nonsense), 300, 300, true, results) == TB_RESULT_FAILED);
    CHECK(results[0] == TB_RESULT_FAILED);
    CHECK(tb_probe_root_dtz(ARGUMENTS(&men), 0, 0, true, false, NULL) == 0);

    CHECK(tb_init(argument[3]) && TB_NUM_WDL == 5 && TB_NUM_DTZ == 0 && wdl_of(&men) == TB_WIN);
    CHECK(tb_probe_root_dtz(ARGUMENTS(&men), 0, 0, true, false, &list) == 0 && list.size == 0);
    CHECK(tb_probe_root_wdl(ARGUMENTS(&men), 0, 0, true, true, &list) == 1 && list.size > 10);
    CHECK(tb_probe_root(ARGUMENTS(&men), 0, 0, true, NULL) == TB_RESULT_FAILED);

    CHECK(tb_init(argument[2]) && TB_NUM_WDL == 5 && wdl_of(&men) == TB_RESULT_FAILED);
    CHECK(tb_probe_root_wdl(ARGUMENTS(&men), 0, 0, true, true, &list) == 0 && list.size == 0);
    check_loader(argument[1]);
    check_threads(argument[1]);
    tb_free();
    CHECK(TB_LARGEST == 0 && TB_NUM_WDL == 0 && wdl_of(&men) == TB_RESULT_FAILED);
    tb_free();
    printf("%lu positions\n", (unsigned long)count);
    return 0;
}
