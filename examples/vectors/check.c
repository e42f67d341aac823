/* Reads the vectors of gaussian_delta, a line each, and checks an implementation in doubles.
   cc -o check examples/vectors/check.c -lm && ./check verified/data/vectors/gaussian_delta_test.json */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number after a key, as a hexadecimal float or a decimal; `missing` where there is no key. */
static double after(const char *line, const char *key, const char *field, double missing) {
    const char *found = strstr(line, key);
    found = found ? strstr(found, field) : NULL;
    return found ? strtod(found + strlen(field), NULL) : missing;
}

/* What is tested: replace it by a call of your library. */
static double delta(double sigma, double eps) {
    return 0.5 * erfc((eps * sigma - 0.5 / sigma) / sqrt(2))
         - exp(eps) * 0.5 * erfc((eps * sigma + 0.5 / sigma) / sqrt(2));
}

int main(int count, char **arguments) {
    static char line[1 << 20];
    double sigma = 1, steps = 1, size = 1;
    int right = 0, loose = 0, unsafe = 0, nan = 0;
    FILE *file = count > 1 ? fopen(arguments[1], "r") : NULL;
    if (!file) return fprintf(stderr, "give a file of vectors\n"), 2;
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "{\"comment\"", 10) == 0) { /* a group begins, with what its vectors share */
            sigma = after(line, "\"sigma\"", "\"hex\":\"", 1), steps = after(line, "\"steps\"", "\"hex\":\"", 1);
            size = after(line, "\"sensitivity\"", "\"hex\":\"", 1);
        } else if (strncmp(line, "{\"tcId\"", 7) == 0 && !strstr(line, "InexactInput")) {
            double found = delta(sigma / (size * sqrt(steps)), after(line, "\"eps\"", "\"hex\":\"", 0));
            double low = after(line, "\"lo\"", "\":\"", 0), high = after(line, "\"hi\"", "\":\"", 0);
            if (low == 0 && after(line, "\"logLo\"", "\":\"", 0) > -INFINITY) low = 5e-324; /* it underflowed */
            *(isnan(found) ? &nan : found < low * (1 - 1e-9) ? &unsafe : found > high * (1 + 1e-9) ? &loose : &right) += 1;
        }
    }
    printf("right %d, loose %d, unsafe %d, not a number %d\n", right, loose, unsafe, nan);
    return fclose(file);
}
