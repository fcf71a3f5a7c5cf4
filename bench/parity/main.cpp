// bench_parity: how often treering decides as the real NCCL does.
//
//   build/release/bin/bench_parity                built-ins and 500 random machines
//   build/release/bin/bench_parity --files DIR    also every NCCL XML in DIR
//   build/release/bin/bench_parity --connections  also compares connections
//   build/release/bin/bench_parity --shrink       reduces each difference to a small machine
#include <atomic>
#include <mutex>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/parity/cases.h"
#include "bench/parity/generate.h"

namespace treering::parity {
namespace {

struct Options {
  std::string oracle = "../shared/oracle";
  std::string work = "build/parity";
  std::string files;
  std::string only;
  int random = 500;
  int seed = 1;
  int max_ranks = 32;
  unsigned jobs = std::thread::hardware_concurrency();
  bool shrink = false;
  bool no_builtins = false;
  bool joining = false;
  bool connections = false;
};

Options parse(int argc, char** argv) {
  Options options;
  CLI::App app("How often treering decides what the real NCCL decides.");
  app.add_option("--oracle", options.oracle, "folder with oracle.py")->capture_default_str();
  app.add_option("--work", options.work, "where answers are kept")->capture_default_str();
  app.add_option("--files", options.files, "folder of NCCL XML files to look at too");
  app.add_option("--random", options.random, "random machines")->capture_default_str();
  app.add_option("--seed", options.seed, "of the first random machine")->capture_default_str();
  app.add_option("--max-ranks", options.max_ranks, "of known machines")->capture_default_str();
  app.add_option("--jobs", options.jobs, "runs at once");
  app.add_flag("--shrink", options.shrink, "reduce each difference to a small machine");
  app.add_option("--only", options.only,
                 "of the random machines those whose line holds this, as NCCL_ or 'NVLink domain'");
  app.add_flag("--joining", options.joining,
               "random machines get adapters of several ports, and a plugin that joins them");
  app.add_flag("--connections", options.connections,
               "the library sets up its connections, which are compared too: takes longer");
  app.add_flag("--no-builtins", options.no_builtins, "leave the built-in machines out");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error));  // NOLINT(concurrency-mt-unsafe): no thread runs yet
  }
  return options;
}

Question question_of(const Options& options, std::uint64_t seed) {
  Question question = random_question(seed);
  question.connects = options.connections;
  return options.joining ? with_joining(std::move(question), seed) : question;
}

std::vector<Case> cases_of(const Options& options) {
  std::vector<Case> cases;
  const auto append = [&](std::vector<Case> more) {
    std::move(more.begin(), more.end(), std::back_inserter(cases));
  };
  if (!options.no_builtins) append(builtin_cases(options.max_ranks));
  if (!options.files.empty()) append(file_cases(options.files, options.max_ranks));
  for (int i = 0; i < options.random; ++i) {
    const int seed = options.seed + i;
    const Question question = question_of(options, static_cast<std::uint64_t>(seed));
    const std::string name =
        fmt::format("seed {} {}{}", seed, question.nvlink_domain ? "NVLink domain " : "",
                    fmt::join(question.environment, " "));
    if (name.find(options.only) != std::string::npos) cases.push_back(case_of(name, question));
  }
  for (Case& one : cases) one.connects = options.connections;
  return cases;
}

std::vector<Verdict> judge_all(const Oracle& oracle, const std::vector<Case>& cases,
                               unsigned jobs) {
  std::vector<Verdict> verdicts(cases.size());
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < std::max(1U, jobs); ++i) {
    workers.emplace_back([&] {
      for (std::size_t at = next++; at < cases.size(); at = next++) {
        verdicts[at] = judge(oracle, cases[at]);
        if (at % 20 == 19) fmt::print(stderr, "{} of {}\n", at + 1, cases.size());
      }
    });
  }
  workers.clear();
  return verdicts;
}

void print_differences(const Verdict& verdict) {
  if (!verdict.failed.empty()) fmt::print("{}: {}\n", verdict.name, verdict.failed);
  for (std::size_t i = 0; i < testing::kAspects; ++i) {
    const testing::Tally& tally = verdict.comparison.tallies[i];
    if (tally.differences.empty()) continue;
    fmt::print("{}: {} of {} {}: {}\n", verdict.name, tally.differences.size(), tally.compared,
               name_of(static_cast<testing::Aspect>(i)), tally.differences.front());
  }
}

/// Machines and settings on which the real library itself fails.
void print_refused(const std::vector<Verdict>& verdicts) {
  for (const Verdict& one : verdicts) {
    if (one.refused.empty()) continue;
    fmt::print("refused by the real library: {}: {}\n", one.name, one.refused);
  }
}

void print_summary(const std::vector<Verdict>& verdicts) {
  int refused = 0;
  int failed = 0;
  int equal = 0;
  for (const Verdict& one : verdicts) {
    refused += one.refused.empty() ? 0 : 1;
    failed += one.failed.empty() ? 0 : 1;
    equal += one.refused.empty() && one.is_equal() ? 1 : 0;
  }
  fmt::print("\n{} cases; {} refused by the real library, {} by treering; {} equal in all\n\n",
             verdicts.size(), refused, failed, equal);
  fmt::print("{:<11} {:>9} {:>9} {:>8}\n", "aspect", "compared", "different", "equal");
  for (std::size_t i = 0; i < testing::kAspects; ++i) {
    std::size_t compared = 0;
    std::size_t different = 0;
    for (const Verdict& one : verdicts) {
      compared += static_cast<std::size_t>(one.comparison.tallies[i].compared);
      different += one.comparison.tallies[i].differences.size();
    }
    const double share = compared == 0 ? 0
                                       : 100.0 - 100.0 * static_cast<double>(different) /
                                                     static_cast<double>(compared);
    fmt::print("{:<11} {:>9} {:>9} {:>7.2f}%\n", name_of(static_cast<testing::Aspect>(i)), compared,
               different, share);
  }
}

/// Shrinks the random cases that differ and prints the results.
void print_shrunk(const Oracle& oracle, const Options& options,
                  const std::vector<Verdict>& verdicts) {
  constexpr int kRuns = 60;
  for (const Verdict& verdict : verdicts) {
    if (verdict.is_equal() || !verdict.name.starts_with("seed ")) continue;
    const auto seed = static_cast<std::uint64_t>(std::stoull(verdict.name.substr(5)));
    const Question small = shrink(oracle, question_of(options, seed), kRuns);
    fmt::print("\n--- {} shrunk: {} nodes, devices [{}], multicast {}, collnet {}, {}\n{}",
               verdict.name, small.nodes, fmt::join(small.devices, ","), small.multicast,
               small.collnet, fmt::join(small.environment, " "), to_nccl_xml(small.machine));
    print_differences(judge(oracle, case_of(verdict.name + " shrunk", small)));
  }
}

int run(const Options& options) {
  const auto oracle = Oracle::open(options.oracle, options.work);
  if (!oracle) {
    fmt::print(stderr, "bench_parity: {}\n", oracle.error().message());
    return 4;
  }
  const std::vector<Verdict> verdicts = judge_all(*oracle, cases_of(options), options.jobs);
  for (const Verdict& one : verdicts) {
    if (!one.is_equal()) print_differences(one);
  }
  if (options.shrink) print_shrunk(*oracle, options, verdicts);
  print_refused(verdicts);
  print_summary(verdicts);
  return 0;
}

}  // namespace
}  // namespace treering::parity

int main(int argc, char** argv) {
  return treering::parity::run(treering::parity::parse(argc, argv));
}
