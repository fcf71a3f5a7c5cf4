#include "bench/process_cost.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace treering::bench {

namespace {

double in_ms(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
}

/// Never returns: becomes the program, with its output sent to /dev/null, or its errors to a file.
[[noreturn]] void become(const std::vector<std::string>& argv, std::optional<int> errors) {
  std::vector<char*> arguments;
  arguments.reserve(argv.size() + 1);
  for (const std::string& argument : argv) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(errors.value_or(nowhere), STDERR_FILENO);
  execvp(arguments.front(), arguments.data());
  constexpr int kCannotExecute = 127;
  _exit(kCannotExecute);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

ProcessCost run(const std::vector<std::string>& argv, std::optional<int> errors) {
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) become(argv, errors);
  if (child < 0) return {};
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - start;

  constexpr double kBytesPerKib = 1024;
  return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .wall_ms = wall.count(),
          .cpu_ms = in_ms(usage.ru_utime) + in_ms(usage.ru_stime),
          .peak_mb = static_cast<double>(usage.ru_maxrss) * kBytesPerKib / 1e6};
}

}  // namespace

ProcessCost run_process(const std::vector<std::string>& argv) {
  return run(argv, {});
}

HeardProcess run_and_hear(const std::vector<std::string>& argv) {
  // A file without a name: a pipe would be full at some length.
  std::FILE* const file = std::tmpfile();
  if (file == nullptr) return {};
  HeardProcess heard{run(argv, fileno(file)), {}};
  std::rewind(file);
  for (int letter = std::fgetc(file); letter != EOF; letter = std::fgetc(file)) {
    heard.errors += static_cast<char>(letter);
  }
  std::fclose(file);
  return heard;
}

ProcessCost median_cost(const std::vector<std::string>& argv, int runs) {
  run_process(argv);
  std::vector<double> wall;
  std::vector<double> cpu;
  std::vector<double> peak;
  ProcessCost last;
  for (int run = 0; run < runs; ++run) {
    last = run_process(argv);
    wall.push_back(last.wall_ms);
    cpu.push_back(last.cpu_ms);
    peak.push_back(last.peak_mb);
  }
  return {last.exit_code, median(wall), median(cpu), median(peak)};
}

}  // namespace treering::bench
