// How time and memory of each reader of measurements, and of each question to them, grow with the
// rows: whole processes on files of 1,000 to 100,000. Target: 20,000 rows within a second of
// processor time, and growth as n log n, which is an exponent of 1.1 between 10,000 and 100,000.
// What is larger than any file of its kind is refused.
//
//   build/release/bin/bench_growth [NAME...]    only cases with one of the names in theirs
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>
#include <unistd.h>

#include "bench/growth/inputs.h"
#include "bench/process_cost.h"

namespace {

namespace fs = std::filesystem;
using treering::bench::ProcessCost;

constexpr std::array<std::size_t, 4> kRows{1'000, 10'000, 20'000, 100'000};
constexpr std::size_t kTargetRows = 20'000;
constexpr double kTargetMs = 1000;
// A case that took longer is not asked with more rows.
constexpr double kMostMs = 60'000;

struct Case {
  std::string_view name;
  void (*write)(std::ostream& out, std::size_t rows);
  std::vector<std::string> words;  // FILE stands for the file, "-" alone for the file as input
};

/// What a recording is asked: of all that it has, or of so many launches.
std::vector<std::string> replayed(std::string command, std::string launches) {
  std::vector<std::string> words{std::move(command), "--runner", "replay", "--measurements",
                                 "FILE"};
  if (!launches.empty()) words.insert(words.end(), {"--launches", std::move(launches)});
  return words;
}

const std::vector<Case>& cases() {
  using namespace treering::bench;
  static const std::vector<Case> kCases{
      {"import CSV", write_csv, {"import", "FILE", "--format", "csv"}},
      {"import text of nccl-tests", write_nccl_tests_text, {"import", "FILE", "--format", "json"}},
      {"import JSON of nccl-tests", write_nccl_tests_json, {"import", "FILE", "--format", "json"}},
      {"import -, CSV", write_csv, {"import", "-", "--format", "csv"}},
      {"import results", write_launches, {"import", "FILE", "--format", "csv"}},
      {"check", write_csv, {"check", "FILE", "--topology", "dgx-h100"}},
      {"check, few sizes", write_csv_of_few_sizes, {"check", "FILE", "--topology", "dgx-h100"}},
      {"check, text of nccl-tests",
       write_nccl_tests_text,
       {"check", "FILE", "--topology", "dgx-h100"}},
      {"validate",
       write_csv,
       {"validate", "dgx-h100", "--nodes", "4", "--measurements", "FILE", "--format", "json"}},
      {"report", write_csv, {"report", "dgx-h100", "--measurements", "FILE"}},
      {"report, few sizes",
       write_csv_of_few_sizes,
       {"report", "dgx-h100", "--measurements", "FILE"}},
      {"compare results", write_launches, {"measure", "--compare", "FILE", "FILE"}},
      {"compare results, many sizes", write_sizes, {"measure", "--compare", "FILE", "FILE"}},
      {"measure, replayed", write_launches, replayed("measure", "10")},
      {"measure, replayed, many sizes", write_sizes, replayed("measure", "5")},
      {"tune, replayed", write_launches, replayed("tune", "")},
      {"tune, replayed, many sizes", write_sizes, replayed("tune", "")},
      {"check hosts",
       write_launches_over_links,
       {"check", "FILE", "--topology", "hosts", "--nic-rate", "100"}},
      {"check hosts, many sizes",
       write_sizes_over_links,
       {"check", "FILE", "--topology", "hosts", "--nic-rate", "100"}},
      {"validate hosts", write_launches, {"validate", "hosts", "--measurements", "FILE"}},
      {"calibrate hosts", write_launches, {"calibrate", "hosts", "--measurements", "FILE"}},
      {"show a log of NCCL", write_nccl_log, {"show", "FILE"}},
      {"show a fabric", write_fabric, {"show", "FILE"}},
  };
  return kCases;
}

ProcessCost cost_of(const std::string& treering, const Case& one, const fs::path& file) {
  std::vector<std::string> command{treering};
  const bool is_input = std::ranges::find(one.words, "-") != one.words.end();
  if (is_input) {
    command = {"sh", "-c",          R"(file="$1"; shift; exec "$@" < "$file")",
               "sh", file.string(), treering};
  }
  for (const std::string& word : one.words) {
    command.push_back(word == "FILE" ? file.string() : word);
  }
  return treering::bench::run_process(command);
}

/// Nothing where the file is refused, or another error ends it.
struct Figures {
  std::size_t rows = 0;
  std::optional<ProcessCost> cost;
};

/// Of the two largest files that were answered, a tenth of the other or less; "-" without.
std::string exponent_text(const std::vector<Figures>& all, double ProcessCost::*figure) {
  std::vector<const Figures*> answered;
  for (const Figures& one : all) {
    if (one.cost) answered.push_back(&one);
  }
  if (answered.size() < 2) return "-";
  const Figures& more = *answered.back();
  const Figures& less = *answered[answered.size() - (answered.size() > 2 ? 3 : 2)];
  return fmt::format("{:.2f}",
                     std::log((*more.cost).*figure / ((*less.cost).*figure)) /
                         std::log(static_cast<double>(more.rows) / static_cast<double>(less.rows)));
}

std::vector<Figures> figures_of(const std::string& treering, const Case& one,
                                const fs::path& file) {
  std::vector<Figures> all;
  for (const std::size_t rows : kRows) {
    {
      std::ofstream out(file);
      one.write(out, rows);
    }
    const ProcessCost cost = cost_of(treering, one, file);
    const bool is_answered = cost.exit_code == 0 || cost.exit_code == 1;
    all.push_back({rows, is_answered ? std::optional(cost) : std::nullopt});
    if (cost.cpu_ms > kMostMs) break;
  }
  return all;
}

void print_case(const std::string& treering, const Case& one, const fs::path& folder) {
  const fs::path file = folder / "rows";
  const std::vector<Figures> all = figures_of(treering, one, file);
  fs::remove(file);
  fmt::print("{:<30}", one.name);
  bool is_reached = false;
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    const auto cost = i < all.size() ? all[i].cost : std::nullopt;
    fmt::print(" {:>15}", cost ? fmt::format("{:.2f} {:>6.0f}", cost->cpu_ms / 1e3, cost->peak_mb)
                               : (i < all.size() ? "refused" : "-"));
    if (kRows[i] == kTargetRows) is_reached = cost && cost->cpu_ms <= kTargetMs;
  }
  fmt::print(" {:>5} {:>5}   {}\n", exponent_text(all, &ProcessCost::cpu_ms),
             exponent_text(all, &ProcessCost::peak_mb), is_reached ? "reached" : "MISSED");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> wanted(argv + 1, argv + argc);
  const auto treering = fs::canonical("/proc/self/exe").parent_path() / "treering";
  const fs::path folder = fs::temp_directory_path() / fmt::format("treering-growth-{}", getpid());
  fs::create_directories(folder);
  fmt::print("{:<30}", "CPU s and peak MB at");
  for (const std::size_t rows : kRows) fmt::print(" {:>15}", rows);
  fmt::print(" {:>5} {:>5}\n", "n^", "MB n^");
  for (const Case& one : cases()) {
    const auto is_named = [&](const std::string& word) {
      return one.name.find(word) != std::string_view::npos;
    };
    if (wanted.empty() || std::ranges::any_of(wanted, is_named)) print_case(treering, one, folder);
  }
  fs::remove_all(folder);
  return EXIT_SUCCESS;
}
