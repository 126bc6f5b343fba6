/* Calls every function of vancura.h, compiled as C99 and as C++17. Arguments: a folder with all tables of
 * three men, a copy of it in which KQvK.rtbw is damaged, and a file of positions with their values.
 * VANCURA_C_QUICK skips most of the positions, for valgrind. */
#define _POSIX_C_SOURCE 200809L

#include "vancura.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))
#define MEN_MOST 4000
#define THREADS 4

/* A position and its values from solved endings. */
struct expected {
    char fen[VCR_FEN_BYTES];
    vcr_men men;
    int wdl, dtz, mate, plies;
};

static struct expected positions[MEN_MOST];
static size_t count;
/* One in this number of positions is tested. */
static size_t step = 1;
static const char *where = "";

static void fail(int line, const char *condition)
{
    fprintf(stderr, "check.c, line %d: %s (%s)\n", line, condition, where);
    exit(1);
}

static vcr_men men_of(const char *fen)
{
    vcr_men men;
    memset(&men, 0, sizeof men);
    where = fen;
    CHECK(vcr_men_from_fen(fen, &men, NULL, 0) == VCR_OK);
    return men;
}

static void read_positions(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[200];
    size_t number = 0;
    CHECK(file != NULL);
    while (fgets(line, sizeof line, file) != NULL) {
        struct expected *next = &positions[count];
        CHECK(count < MEN_MOST);
        if (number++ % step != 0)
            continue;
        CHECK(sscanf(line, "%99[^;];%d;%d;%d;%d", next->fen, &next->wdl, &next->dtz, &next->mate,
                     &next->plies) == 5);
        next->men = men_of(next->fen);
        count++;
    }
    fclose(file);
    CHECK(count > 500 / step);
}

static void check_codes(void)
{
    CHECK(vcr_abi() == VCR_ABI);
    CHECK(strchr(vcr_version(), '.') != NULL);
    CHECK(sizeof(vcr_men) == 72 && sizeof(vcr_move) == 8 && sizeof(vcr_answer) == 8);
    for (int code = -200; code < 200; code++)
        CHECK(strlen(vcr_error(code)) > 5);
    CHECK(strcmp(vcr_error(VCR_DAMAGED), vcr_error(VCR_IO)) != 0);
    CHECK(VCR_FAILED(VCR_MISSING) && !VCR_FAILED(VCR_BY_RESULT));
}

static void check_fen(void)
{
    char text[VCR_FEN_BYTES], message[100];
    vcr_men men = men_of("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 7 1");
    CHECK(men.ep == 19 && men.halfmove_clock == 7 && !men.white_to_move && !men.castling);
    CHECK(men.pieces[4] == (uint64_t)1 << 31);
    CHECK(vcr_fen(&men, text, sizeof text) == VCR_OK);
    CHECK(strcmp(text, "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 7 1") == 0);
    CHECK(vcr_fen(&men, text, 5) == VCR_NO_ROOM && strcmp(text, "8/8/") == 0);
    CHECK(vcr_fen(&men, NULL, 0) == VCR_OK);
    CHECK(vcr_fen(NULL, text, sizeof text) == VCR_NULL);

    CHECK(vcr_men_from_fen("8/8/8/8/8/8/8/K7 w - - 0 1", &men, message, sizeof message) == VCR_NOT_FEN);
    CHECK(strcmp(message, "Black has no king") == 0);
    CHECK(vcr_men_from_fen("hello", &men, message, 8) == VCR_NOT_FEN && strlen(message) == 7);
    CHECK(vcr_men_from_fen("\xff", &men, message, sizeof message) == VCR_NOT_UTF8);
    CHECK(vcr_men_from_fen(NULL, &men, message, sizeof message) == VCR_NULL);
    CHECK(vcr_men_from_fen("8/8/8/3k4/8/8/8/3K4 w - - 0 1", NULL, message, sizeof message) == VCR_NULL);

    men = men_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    CHECK(men.castling && vcr_fen(&men, text, sizeof text) == VCR_CASTLING);
    memset(&men, 0xff, sizeof men);
    men.castling = 0;
    CHECK(vcr_fen(&men, text, sizeof text) == VCR_ILLEGAL);
}

/* All values of all positions, from one handle. */
static void check_values(const vcr_tables *tables)
{
    for (size_t i = 0; i < count; i++) {
        const struct expected *it = &positions[i];
        vcr_move moves[VCR_MOVES];
        size_t room = VCR_MOVES, half = 0;
        int wdl = 9, plies = 9999, exact = 9, best = -2000;
        where = it->fen;
        CHECK(vcr_wdl(tables, &it->men, &wdl) == VCR_OK && wdl == it->wdl);
        CHECK(vcr_dtz(tables, &it->men, &plies, &exact) == VCR_OK);
        /* A distance that is not exact may be one ply nearer to zero. */
        if (it->dtz > 0)
            CHECK(plies == it->dtz || (!exact && plies == it->dtz - 1));
        else
            CHECK(plies == it->dtz || (!exact && plies == it->dtz + 1));
        CHECK(vcr_dtz(tables, &it->men, &plies, NULL) == VCR_OK);
        CHECK(vcr_dtm(tables, &it->men, &wdl, &plies) == VCR_OK && wdl == it->mate && plies == it->plies);

        CHECK(vcr_root(tables, &it->men, 1, moves, &room) == VCR_OK && room <= VCR_MOVES);
        for (size_t at = 0; at < room; at++) {
            CHECK(moves[at].from < 64 && moves[at].to < 64 && moves[at].promotion < 5);
            CHECK((moves[at].rank > 0) == (moves[at].plies > 0));
            best = moves[at].rank > best ? moves[at].rank : best;
        }
        if (room > 0) {
            CHECK((best > 0) == (it->wdl > 0) && (best < 0) == (it->wdl < 0));
            half = room - 1;
            CHECK(vcr_root(tables, &it->men, 0, moves, &half) == VCR_NO_ROOM && half == room);
            half = 0;
            CHECK(vcr_root(tables, &it->men, 0, NULL, &half) == VCR_NO_ROOM && half == room);
        }
    }
}

static void check_batches(const vcr_tables *tables)
{
    vcr_men *men = (vcr_men *)malloc((count + 2) * sizeof *men);
    int8_t *out = (int8_t *)malloc(count + 2);
    CHECK(men != NULL && out != NULL);
    for (size_t i = 0; i < count; i++)
        men[i] = positions[i].men;
    men[count] = men[0];
    men[count].castling = 1;
    men[count + 1] = men_of("8/8/8/3k4/8/8/3PP3/4K3 w - - 0 1");
    CHECK(vcr_wdl_batch(tables, men, out, count + 2) == count);
    for (size_t i = 0; i < count; i++)
        CHECK(out[i] == positions[i].wdl);
    CHECK(out[count] == VCR_CASTLING && out[count + 1] == VCR_MISSING);
    CHECK(vcr_wdl_batch(tables, NULL, out, 1) == 0 && vcr_wdl_batch(tables, men, NULL, 1) == 0);
    CHECK(vcr_wdl_batch(NULL, men, out, 1) == 0 && vcr_wdl_batch(tables, NULL, NULL, 0) == 0);
    free(men);
    free(out);
}

/* Pseudorandom numbers, always the same. */
static uint64_t number(void)
{
    static uint64_t state = 88172645463325252ull;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* Any bits give a result or an error code. */
static void check_nonsense(const vcr_tables *tables, int rounds)
{
    for (int round = 0; round < rounds; round++) {
        vcr_men men = positions[number() % count].men;
        vcr_move moves[VCR_MOVES];
        size_t room = VCR_MOVES;
        char text[VCR_FEN_BYTES];
        int a, b, code;
        unsigned char *byte = (unsigned char *)&men + number() % (sizeof men - 4);
        *byte ^= (unsigned char)(1u << number() % 8);
        if (round % 3 == 0)
            men.pieces[number() % 6] = number() & number() & number();
        if (round % 100 == 0)
            memset(&men, (int)(number() & 0xff), sizeof men);
        code = vcr_wdl(tables, &men, &a);
        CHECK(code == VCR_OK || (VCR_FAILED(code) && code < VCR_INTERNAL));
        CHECK(vcr_message(tables, &men, VCR_WDL, text, sizeof text) == code && (code != VCR_OK) == (*text != 0));
        CHECK(vcr_dtz(tables, &men, &a, &b) != VCR_INTERNAL);
        CHECK(vcr_dtm(tables, &men, &a, &b) != VCR_INTERNAL);
        CHECK(vcr_root(tables, &men, round & 1, moves, &room) != VCR_INTERNAL);
        CHECK(vcr_recognize(&men, &a, text, sizeof text) != VCR_INTERNAL);
        CHECK(vcr_fen(&men, text, sizeof text) != VCR_INTERNAL);
    }
}

static void check_nulls(const vcr_tables *tables)
{
    const vcr_men *men = &positions[0].men;
    char text[100];
    size_t room = 1;
    int value;
    CHECK(vcr_open(NULL, 0, text, sizeof text) == NULL && strcmp(text, vcr_error(VCR_NULL)) == 0);
    CHECK(vcr_wdl(NULL, men, &value) == VCR_NULL && vcr_wdl(tables, NULL, &value) == VCR_NULL);
    CHECK(vcr_wdl(tables, men, NULL) == VCR_NULL && vcr_dtz(tables, men, NULL, NULL) == VCR_NULL);
    CHECK(vcr_dtm(tables, men, NULL, &value) == VCR_NULL && vcr_dtm(tables, men, &value, NULL) == VCR_NULL);
    CHECK(vcr_root(tables, men, 1, NULL, &room) == VCR_NULL && vcr_root(tables, men, 1, NULL, NULL) == VCR_NULL);
    CHECK(vcr_missing(NULL, "KQvK", text, sizeof text) == VCR_NULL);
    CHECK(vcr_missing(tables, NULL, text, sizeof text) == VCR_NULL);
    CHECK(vcr_message(NULL, men, VCR_WDL, text, sizeof text) == VCR_NULL);
    CHECK(vcr_message(tables, men, 3, text, sizeof text) == VCR_ARGUMENT);
    CHECK(vcr_verify(NULL, NULL, NULL, NULL, 0) == VCR_NULL);
    CHECK(vcr_recognize(NULL, &value, NULL, 0) == VCR_NULL && vcr_recognize(men, NULL, NULL, 0) == VCR_NULL);
    CHECK(vcr_largest(NULL) == 0 && vcr_files(NULL, VCR_WDL) == 0 && vcr_files(tables, -1) == 0);
    vcr_close(NULL);
    vcr_oracle_free(NULL);
}

static void check_opening(const char *folder)
{
    char message[300], paths[4096];
    vcr_tables *tables;
    CHECK(vcr_open("/no such folder", 0, message, sizeof message) == NULL);
    CHECK(strstr(message, "/no such folder") != NULL);
    CHECK(vcr_open("\xff", 0, message, sizeof message) == NULL && strstr(message, "UTF-8") != NULL);
    CHECK(vcr_open(folder, VCR_READ | VCR_MEMORY, message, sizeof message) == NULL);
    CHECK(vcr_open(folder, VCR_VERIFY_ONCE | VCR_VERIFY_NEVER, message, sizeof message) == NULL);
    CHECK(vcr_open(folder, 1u << 20, message, sizeof message) == NULL && strstr(message, "0x100000") != NULL);
    CHECK(vcr_open(folder, VCR_MEN(8), NULL, 0) == NULL);

    snprintf(paths, sizeof paths, "%s:%s", folder, folder);
    tables = vcr_open(paths, VCR_MEN(3), message, sizeof message);
    CHECK(tables != NULL && *message == 0);
    CHECK(vcr_largest(tables) == 3);
    for (int kind = VCR_WDL; kind <= VCR_DTM; kind++)
        CHECK(vcr_files(tables, kind) == 5);
    CHECK(vcr_missing(tables, "kpk", message, sizeof message) == VCR_OK && *message == 0);
    CHECK(vcr_missing(tables, "KPvKP", message, sizeof message) == VCR_OK);
    CHECK(strstr(message, "KPvKP.rtbw") != NULL && strstr(message, "KPvKP.rtbz") != NULL);
    CHECK(strstr(message, "KQvKQ.rtbw") != NULL && strstr(message, "KQvK.rtbw") == NULL);
    CHECK(vcr_missing(tables, "KPvKP", message, 20) == VCR_NO_ROOM && strlen(message) == 19);
    CHECK(vcr_missing(tables, "KXvK", message, sizeof message) == VCR_NOT_AN_ENDING);
    vcr_close(tables);

    tables = vcr_open("", 0, message, sizeof message);
    CHECK(tables != NULL && vcr_largest(tables) == 0);
    vcr_close(tables);
}

struct seen {
    size_t files, faults, most;
};

static int seen_one(void *context, const char *path, const char *fault, size_t done, size_t all)
{
    struct seen *seen = (struct seen *)context;
    seen->files++;
    seen->faults += fault != NULL;
    CHECK(strlen(path) > 5 && done == seen->files && all == 15);
    return seen->files == seen->most;
}

static void check_verification(const char *sound, const char *damaged, unsigned flags)
{
    char message[400];
    int wdl;
    vcr_men men = men_of("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1");
    struct seen seen = {0, 0, 99}, few = {0, 0, 2};
    vcr_tables *tables = vcr_open(sound, flags, NULL, 0);
    CHECK(tables != NULL);
    CHECK(vcr_verify(tables, NULL, NULL, message, sizeof message) == VCR_OK && *message == 0);
    CHECK(vcr_verify(tables, seen_one, &few, NULL, 0) == VCR_STOPPED && few.files == 2);
    CHECK(vcr_verify(tables, seen_one, &seen, NULL, 0) == VCR_OK && seen.files == 15 && seen.faults == 0);
    CHECK(vcr_message(tables, &men, VCR_DTZ, message, sizeof message) == VCR_OK && *message == 0);
    vcr_close(tables);

    tables = vcr_open(damaged, flags, NULL, 0);
    CHECK(tables != NULL);
    seen.files = 0;
    CHECK(vcr_verify(tables, seen_one, &seen, message, sizeof message) == VCR_DAMAGED && seen.faults == 1);
    CHECK(strstr(message, "KQvK.rtbw") != NULL);
    if (!(flags & VCR_VERIFY_NEVER)) {
        CHECK(vcr_wdl(tables, &men, &wdl) == VCR_DAMAGED);
        CHECK(vcr_message(tables, &men, VCR_WDL, message, sizeof message) == VCR_DAMAGED);
        CHECK(strstr(message, "KQvK.rtbw") != NULL && strstr(message, "checksum") != NULL);
    }
    vcr_close(tables);
}

static void check_rules(void)
{
    char rule[100];
    int bound = 9;
    vcr_men men = men_of("8/8/8/4k3/8/2P5/1K3b2/8 w - - 0 1");
    CHECK(vcr_recognize(&men, &bound, rule, sizeof rule) == VCR_OK && bound == VCR_DRAW);
    CHECK(strncmp(rule, "KBvKP: ", 7) == 0);
    CHECK(vcr_recognize(&men, &bound, rule, 6) == VCR_OK && strcmp(rule, "KBvKP") == 0);
    CHECK(vcr_recognize(&men, &bound, NULL, 0) == VCR_OK);
    men = men_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    CHECK(vcr_recognize(&men, &bound, rule, sizeof rule) == VCR_SILENT && *rule == 0);
    men.castling = 1;
    CHECK(vcr_recognize(&men, &bound, rule, sizeof rule) == VCR_CASTLING);
}

static void check_oracle(const vcr_oracle *shared)
{
    vcr_oracle *oracle = (vcr_oracle *)shared;
    char leaves[300];
    vcr_answer answer;
    /* The knight is captured, and the resulting ending is won. */
    vcr_men men = men_of("k7/8/8/8/7n/5N2/4P3/K7 w - - 0 1");
    CHECK(vcr_oracle_answer(oracle, &men, 2000, &answer, leaves, sizeof leaves) == VCR_OK);
    CHECK(answer.low == 2 && answer.high == 2 && answer.plies == 1 && answer.nodes > 0);
    CHECK(strcmp(leaves, "KNPvK solved: 1\n") == 0);
    CHECK(vcr_oracle_answer(oracle, &men, 0, &answer, NULL, 0) == VCR_OK && answer.nodes == 0);
    CHECK(answer.low == -2 && answer.high == 2 && answer.plies == -1);

    men = men_of("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    CHECK(vcr_oracle_answer(oracle, &men, 0, &answer, leaves, sizeof leaves) == VCR_OK);
    CHECK(answer.low == 2 && strcmp(leaves, "KRvK solved: 1\n") == 0);
    men = men_of("k7/8/8/8/7r/8/8/K2B3R w - - 0 1");
    CHECK(vcr_oracle_answer(oracle, &men, 0, &answer, leaves, sizeof leaves) == VCR_OK);
    CHECK(answer.low == 2 && strcmp(leaves, "KRBvKR: the rook can be taken: 1\n") == 0);
    men = men_of("8/8/8/3k4/8/8/8/4K3 w - - 0 1");
    CHECK(vcr_oracle_answer(oracle, &men, 0, &answer, leaves, sizeof leaves) == VCR_OK);
    CHECK(answer.low == 0 && answer.high == 0 && answer.plies == -1);
    CHECK(vcr_oracle_answer(oracle, &men, 0, NULL, leaves, sizeof leaves) == VCR_NULL);
    CHECK(vcr_oracle_answer(NULL, &men, 0, &answer, leaves, sizeof leaves) == VCR_NULL);
    men = men_of("8/2p5/8/3k4/8/8/PPPP4/4K3 w - - 0 1");
    CHECK(vcr_oracle_answer(oracle, &men, 0, &answer, leaves, sizeof leaves) == VCR_TOO_MANY_MEN);
}

/* Data shared by threads. */
struct shared {
    const vcr_tables *tables;
    const vcr_oracle *oracle;
};

static void *in_a_thread(void *context)
{
    const struct shared *shared = (const struct shared *)context;
    for (size_t i = 0; i < count; i++) {
        const struct expected *it = &positions[i];
        int wdl, plies;
        CHECK(vcr_wdl(shared->tables, &it->men, &wdl) == VCR_OK && wdl == it->wdl);
        CHECK(vcr_dtm(shared->tables, &it->men, &wdl, &plies) == VCR_OK && plies == it->plies);
    }
    check_oracle(shared->oracle);
    return NULL;
}

static void check_threads(const char *folder)
{
    pthread_t threads[THREADS];
    vcr_oracle *oracle = vcr_oracle_new();
    struct shared shared;
    shared.tables = vcr_open(folder, 0, NULL, 0);
    shared.oracle = oracle;
    CHECK(shared.tables != NULL && oracle != NULL);
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, in_a_thread, &shared) == 0);
    for (int i = 0; i < THREADS; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    vcr_oracle_free(oracle);
    vcr_close((vcr_tables *)shared.tables);
}

/* True when SIGBUS has its default action. */
static int is_left_alone(void)
{
    struct sigaction action;
    CHECK(sigaction(SIGBUS, NULL, &action) == 0);
    return action.sa_handler == SIG_DFL;
}

int main(int arguments, char **argument)
{
    const unsigned ways[] = {0, VCR_READ, VCR_MEMORY, VCR_VERIFY_ONCE, VCR_VERIFY_NEVER,
                             VCR_VERIFY_NEVER | VCR_READ, VCR_GUARD_MAPS | VCR_VERIFY_NEVER};
    step = getenv("VANCURA_C_QUICK") != NULL ? 8 : 1;
    CHECK(arguments == 4);
    check_codes();
    check_fen();
    read_positions(argument[3]);
    check_opening(argument[1]);
    check_rules();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        vcr_tables *tables = vcr_open(argument[1], ways[i], NULL, 0);
        CHECK(tables != NULL);
        CHECK(is_left_alone());
        check_values(tables);
        check_batches(tables);
        check_nulls(tables);
        check_nonsense(tables, 20000 / (int)(step * step));
        check_verification(argument[1], argument[2], ways[i]);
        vcr_close(tables);
    }
#ifdef __linux__
    CHECK(!is_left_alone());
#endif
    check_threads(argument[1]);
    printf("%lu positions\n", (unsigned long)count);
    return 0;
}
