/* Reads vectors of gaussian_delta, a line each, and checks an implementation in doubles:
   cc -o check examples/vectors/check.c -lm && ./check verified/data/vectors/gaussian_delta_test.json */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* The number after a key, as a hexadecimal float or a decimal; `missing` where there is no key. */
static double after(const char *line, const char *key, const char *field, double missing) {
    const char *found = strstr(line, key);
    return found && (found = strstr(found, field)) ? strtod(found + strlen(field), NULL) : missing;
}
#define INPUT(name, missing) after(line, "\"" name "\"", "\"hex\":\"", missing)
#define END(name) after(line, "\"" name "\"", "\":\"", 0)
/* What is tested, at ε and the deviation of the noise: replace it by a call of your library. */
static double delta(double s, double e) {
    return erfc((e * s - 0.5 / s) / sqrt(2)) / 2 - exp(e) * erfc((e * s + 0.5 / s) / sqrt(2)) / 2;
}
int main(int count, char **arguments) {
    static char line[1 << 20];
    double s = 1;
    int right = 0, loose = 0, unsafe = 0, nan = 0;
    FILE *file = count > 1 ? fopen(arguments[1], "r") : NULL;
    if (!file) return fprintf(stderr, "give a file of vectors\n"), 2;
    while (fgets(line, sizeof line, file)) {
        if (!strncmp(line, "{\"comment\"", 10)) /* a group begins, with what its vectors share */
            s = INPUT("sigma", 1) / INPUT("sensitivity", 1) / sqrt(INPUT("steps", 1));
        if (strncmp(line, "{\"tcId\"", 7) || strstr(line, "InexactInput")) continue;
        double found = delta(s, INPUT("eps", 0)), low = END("lo"), high = END("hi");
        if (low == 0 && END("logLo") > -INFINITY) low = 5e-324; /* it underflowed */
        *(isnan(found) ? &nan : found < low * (1 - 1e-9) ? &unsafe : found > high * (1 + 1e-9) ? &loose : &right) += 1;
    }
    return printf("right %d, loose %d, unsafe %d, not a number %d\n", right, loose, unsafe, nan), 0;
}
