/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs gnuplot on a script.
 * Not here: the script (study/plot_script.c).
 */
#include "cli/plot/gnuplot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/common/exit.h"
#include "cli/common/output.h"
#include "cli/common/say.h"

/* Exit codes of the child that gnuplot does not use: as shells do. */
#define NOT_FOUND 127
#define NO_FOLDER 126

/* In the child: never returns. */
static void become_gnuplot(const char *folder, const char *name, int picture)
{
    if (chdir(folder) != 0 || dup2(picture, STDOUT_FILENO) < 0) {
        _exit(NO_FOLDER);
    }
    /* The date in a PDF has its zone behind it, as long as that is. */
    (void)setenv("TZ", "UTC0", 1);
    /* Without the user's own settings: the picture is the same for everybody. */
    execlp("gnuplot", "gnuplot", "-d", name, (char *)NULL);
    _exit(NOT_FOUND);
}

static int wait_for(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return -1;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool is_empty(int file)
{
    struct stat about;
    return fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size == 0;
}

/* A PDF says when it was drawn, whatever gnuplot is told: the same picture shall be the same bytes.
 * Another date of the same length leaves all places in the file as they are. */
static void date_pdf(int file)
{
    static const char key[] = "/CreationDate (D:";
    static const char date[] = "19700101000000";
    struct stat about;

    if (fstat(file, &about) != 0) {
        return;
    }
    size_t size = (size_t)about.st_size;
    char *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED) {
        return;
    }
    bool is_pdf = size > 4 && memcmp(bytes, "%PDF", 4) == 0;
    for (size_t i = 0; is_pdf && i + sizeof(key) + sizeof(date) <= size; i++) {
        if (memcmp(bytes + i, key, sizeof(key) - 1) == 0) {
            memcpy(bytes + i + sizeof(key) - 1, date, sizeof(date) - 1);
        }
    }
    (void)munmap(bytes, size);
}

int cli_plot_draw(const char *folder, const char *name, const char *picture)
{
    struct cli_output output;

    if (!cli_output_open(&output, picture)) {
        return CLI_EXIT_OUTPUT;
    }
    int file = fileno(output.stream);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        become_gnuplot(folder, name, file);
    }
    int code = child > 0 ? wait_for(child) : -1;
    if (code == 0 && !is_empty(file)) {
        date_pdf(file);
        return cli_output_close(&output) ? CLI_EXIT_CLEAN : CLI_EXIT_OUTPUT;
    }
    cli_output_abandon(&output);
    if (code == NOT_FOUND) {
        say("cannot find gnuplot, which draws the picture; on Debian and Ubuntu: apt-get install "
            "gnuplot-nox. Script and data are written: %s",
            name);
    } else if (child < 0) {
        say("cannot start gnuplot: %s", strerror(errno));
    } else {
        say("gnuplot did not draw %s; script and data are kept: %s", picture, name);
    }
    return CLI_EXIT_OUTPUT;
}
