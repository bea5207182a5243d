// A client of `mtlb serve` in plain C++17 for POSIX: c++ -std=c++17 client.cpp -o client && ./client kernel.ll
// It converts LLVM assembly, links it, and prints what both answers say. Any JSON library reads them; here one field is.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <unistd.h>

struct Mtlb {
    FILE *in, *out;
    Mtlb() {
        int to[2], from[2];
        if (pipe(to) || pipe(from)) throw 1;
        if (fork() == 0) {
            dup2(to[0], 0), dup2(from[1], 1);
            for (int fd : {to[0], to[1], from[0], from[1]}) close(fd);
            execlp("mtlb", "mtlb", "serve", (char *)nullptr), _exit(127);
        }
        close(to[0]), close(from[1]);
        in = fdopen(to[1], "w"), out = fdopen(from[0], "r");
    }
    std::string ask(const std::string &method, const std::string &params) {
        fprintf(in, "{\"id\":1,\"method\":\"%s\",\"params\":%s}\n", method.c_str(), params.c_str()), fflush(in);
        std::string line;
        for (int c; (c = fgetc(out)) != '\n' && c != EOF;) line += char(c);
        return line;
    }
};

std::string field(const std::string &json, const std::string &name) {  // a text without escapes, or ""
    size_t at = json.find("\"" + name + "\":\"");
    if (at == std::string::npos) return "";
    at += name.size() + 4;
    return json.substr(at, json.find('"', at) - at);
}

std::string quoted(const std::string &text) {
    std::string made = "\"";
    for (char c : text) made += c == '\n' ? "\\n" : c == '\t' ? "\\t" : c == '"' ? "\\\"" : c == '\\' ? "\\\\" : std::string(1, c);
    return made + "\"";
}

int main(int, char **argv) {
    std::ifstream file(argv[1]);
    std::string ir((std::istreambuf_iterator<char>(file)), {});
    Mtlb mtlb;
    std::string module = mtlb.ask("convert", "{\"input\":{\"text\":" + quoted(ir) + "},\"target\":\"macos14\"}");
    if (module.find("\"error\"") != std::string::npos) return std::cerr << module << "\n", 1;
    std::string library = mtlb.ask("link", "{\"inputs\":[{\"base64\":\"" + field(module, "base64") + "\"}]}");
    if (library.find("\"error\"") != std::string::npos) return std::cerr << library << "\n", 1;
    std::cout << field(library, "name") << " " << field(library, "base64").substr(0, 8) << "\n";
}
