// Everything that follows from the node graphs, against what the real NCCL decided for the same
// graphs: rings, trees, tuning table, costs, choices, channels, threads and chunks.
#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "sim/nccl/plan.h"
#include "tests/support/oracle_case.h"

namespace treering::sim::nccl {
namespace {

using core::Collective;
using nlohmann::json;
using testing::OracleCase;

/// Differences as sentences; a test expects none, and prints a few.
class Differences {
 public:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    ++count_;
    if (texts_.size() < 10) texts_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }
  void compared() { ++compared_; }

  void expect_none() const {
    ::testing::Test::RecordProperty("compared", compared_);
    EXPECT_GT(compared_, 0);
    EXPECT_EQ(count_, 0) << fmt::format("of {} values:\n{}", compared_, fmt::join(texts_, "\n"));
  }

 private:
  int compared_ = 0;
  int count_ = 0;
  std::vector<std::string> texts_;
};

class OracleDecisions : public ::testing::Test {
 protected:
  void SetUp() override {
    if (cases().empty()) GTEST_SKIP() << testing::kNoOracle;
  }

  static const std::vector<OracleCase>& cases() {
    static const std::vector<OracleCase> kCases = testing::load_oracle_cases();
    return kCases;
  }

  /// Calls check(case, plan, differences) for each case.
  template <class Check>
  static void for_each_case(Check check) {
    Differences differences;
    for (const OracleCase& one : cases()) {
      check(one, make_plan(one.job, {one.facts, one.graphs}), differences);
    }
    differences.expect_none();
  }

  /// Calls check(name, recorded call, our call, plan, differences) for each tuned call.
  template <class Check>
  static void for_each_call(Check check) {
    for_each_case([&](const OracleCase& one, const Plan& plan, Differences& differences) {
      for (const auto& [name, calls] : one.json->at("decisions").items()) {
        const auto collective = core::parse_collective(name);
        ASSERT_TRUE(collective) << name;
        if (!is_tuned(*collective)) continue;
        for (const json& recorded : calls) {
          const Call call{*collective, recorded.at("bytes"), one.type};
          const std::string where = fmt::format("{} {} {}", one.name, name, call.bytes);
          check(where, recorded, call, plan, differences);
        }
      }
    });
  }
};

TEST_F(OracleDecisions, ChannelCountsAreEqual) {
  for_each_case([](const OracleCase& one, const Plan& plan, Differences& differences) {
    const json& channels = one.json->at("channels");
    differences.compared();
    if (plan.channels.count() != channels.at("coll") ||
        plan.channels.nvls_count() != channels.at("nvls")) {
      differences.add("{}: {} channels and {} for NVLS, NCCL has {}", one.name,
                      plan.channels.count(), plan.channels.nvls_count(), channels.dump());
    }
  });
}

TEST_F(OracleDecisions, RingsAreEqual) {
  for_each_case([](const OracleCase& one, const Plan& plan, Differences& differences) {
    const json& rings = one.json->at("rings");
    if (rings.empty()) return;  // NCCL's log cuts rings of some lengths
    for (int c = 0; c < plan.channels.count(); ++c) {
      auto expected = rings.at(static_cast<std::size_t>(c)).get<std::vector<int>>();
      std::vector<int> ours = plan.channels.ring(c);
      ASSERT_EQ(std::ssize(ours), plan.shape.ranks());
      if (expected.size() < ours.size()) {
        // NCCL's log cuts long rings; the last number may be cut as well.
        expected.pop_back();
        ours.resize(expected.size());
      }
      differences.compared();
      if (ours != expected) {
        differences.add("{} channel {}: {}, NCCL has {}", one.name, c, fmt::join(ours, " "),
                        fmt::join(expected, " "));
      }
    }
  });
}

json links_of(const TreeLinks& links, int channel) {
  json down = json::array();
  for (const int rank : links.down) {
    if (rank >= 0) down.push_back(rank);
  }
  return {{"channel", channel}, {"down", down}, {"up", links.up}};
}

TEST_F(OracleDecisions, TreesAreEqual) {
  for_each_case([](const OracleCase& one, const Plan& plan, Differences& differences) {
    for (const auto& [rank, channels] : one.json->at("trees").items()) {
      for (const json& recorded : channels) {
        const int channel = recorded.at("channel");
        const json ours = links_of(plan.channels.tree(channel, std::stoi(rank)), channel);
        differences.compared();
        if (ours != recorded) {
          differences.add("{} rank {}: {}, NCCL has {}", one.name, rank, ours.dump(),
                          recorded.dump());
        }
      }
    }
  });
}

/// Calls check(where, our cell, recorded cell) for each cell of a recorded table.
template <class Check>
void for_each_cell(const OracleCase& one, const Plan& plan, const json& table, Check check) {
  for (const auto& [name, row] : table.items()) {
    const auto collective = core::parse_collective(name);
    ASSERT_TRUE(collective) << name;
    for (int a = 0; a < kAlgorithms; ++a) {
      const auto algorithm = static_cast<Algorithm>(a);
      const std::string algorithm_name(name_of(algorithm));
      if (!row.contains(algorithm_name)) continue;
      for (int p = 0; p < kProtocols; ++p) {
        const auto protocol = static_cast<Protocol>(p);
        const std::string protocol_name(name_of(protocol));
        if (!row.at(algorithm_name).contains(protocol_name)) continue;
        check(fmt::format("{} {} {} {}", one.name, name, algorithm_name, protocol_name),
              plan.tuning.cell(*collective, algorithm, protocol),
              row.at(algorithm_name).at(protocol_name));
      }
    }
  }
}

TEST_F(OracleDecisions, TuningTableIsEqualAsPrinted) {
  for_each_case([](const OracleCase& one, const Plan& plan, Differences& differences) {
    const auto printed = [](float value) { return fmt::format("{:.1f}", value); };
    for_each_cell(one, plan, one.json->at("tuning").at("table"),
                  [&](const std::string& where, const TuningCell& ours, const json& cell) {
                    differences.compared();
                    if (printed(ours.latency_us) != printed(cell.at("lat_us")) ||
                        printed(ours.bandwidth_gb_per_s) != printed(cell.at("bw_GBs"))) {
                      differences.add("{}: {} us {} GB/s, NCCL has {}", where, ours.latency_us,
                                      ours.bandwidth_gb_per_s, cell.dump());
                    }
                  });
  });
}

bool is_near(double ours, double expected, double relative) {
  return std::abs(ours - expected) <= relative * std::abs(expected);
}

TEST_F(OracleDecisions, TuningTableIsEqualToTheFourthDigit) {
  for_each_case([](const OracleCase& one, const Plan& plan, Differences& differences) {
    for_each_cell(
        one, plan, one.json->at("tuning").at("exact"),
        [&](const std::string& where, const TuningCell& ours, const json& cell) {
          differences.compared();
          if (!is_near(static_cast<double>(ours.latency_us), cell.at("lat_us"), 1e-4) ||
              !is_near(static_cast<double>(ours.bandwidth_gb_per_s), cell.at("bw_GBs"), 1e-4)) {
            differences.add("{}: {} us {} GB/s, NCCL has {}", where, ours.latency_us,
                            ours.bandwidth_gb_per_s, cell.dump());
          }
        });
  });
}

TEST_F(OracleDecisions, ThreadLimitsAreEqual) {
  for_each_case([](const OracleCase& one, const Plan& plan, Differences& differences) {
    const json& recorded = one.json->at("tuning").at("max_threads");
    for (int a = 0; a < kAlgorithms; ++a) {
      for (int p = 0; p < kProtocols; ++p) {
        const auto algorithm = static_cast<Algorithm>(a);
        const auto protocol = static_cast<Protocol>(p);
        const int expected =
            recorded.at(std::string(name_of(algorithm))).at(std::string(name_of(protocol)));
        differences.compared();
        if (plan.tuning.max_threads(algorithm, protocol) != expected) {
          differences.add("{} {} {}: {}, NCCL has {}", one.name, name_of(algorithm),
                          name_of(protocol), plan.tuning.max_threads(algorithm, protocol),
                          expected);
        }
      }
    }
    // "tree | ring | CollNetDirect | CollNetChain", of the first two all protocols.
    const auto threshold = [&](Algorithm a, Protocol p) {
      return plan.tuning.thread_threshold(a, p);
    };
    const auto all = [&](Algorithm a) {
      return fmt::format("{}/{}/{}", threshold(a, Protocol::Ll), threshold(a, Protocol::Ll128),
                         threshold(a, Protocol::Simple));
    };
    const std::string ours =
        fmt::format("{} | {} | {} | {}", all(Algorithm::Tree), all(Algorithm::Ring),
                    threshold(Algorithm::CollNetDirect, Protocol::Simple),
                    threshold(Algorithm::CollNetChain, Protocol::Simple));
    if (ours != one.json->at("tuning").at("thread_thresholds").get<std::string>()) {
      differences.add("{}: thresholds {}", one.name, ours);
    }
  });
}

TEST_F(OracleDecisions, SizesAreCountedAlike) {
  for_each_call([](const std::string& where, const json& recorded, const Call& call,
                   const Plan& plan, Differences& differences) {
    const CallSize size = size_of(call, plan.shape.ranks());
    differences.compared();
    if (size.model_bytes != recorded.at("nccl_bytes")) {
      differences.add("{}: {} bytes", where, size.model_bytes);
    }
  });
}

TEST_F(OracleDecisions, CostsAreEqual) {
  for_each_call([](const std::string& where, const json& recorded, const Call& call,
                   const Plan& plan, Differences& differences) {
    const json& costs = recorded.at("cost_us");
    for (const Candidate& candidate : candidates(plan, call)) {
      const std::string algorithm(name_of(candidate.algorithm));
      const std::string protocol(name_of(candidate.protocol));
      const bool expected = costs.contains(algorithm) && costs.at(algorithm).contains(protocol);
      differences.compared();
      if (candidate.available != expected) {
        differences.add("{}: {} {} available {}, {}", where, algorithm, protocol,
                        candidate.available, candidate.ruled_out);
      } else if (expected && !is_near(static_cast<double>(candidate.time_us),
                                      costs.at(algorithm).at(protocol), 1e-6)) {
        differences.add("{}: {} {} {} us, NCCL says {}", where, algorithm, protocol,
                        candidate.time_us, costs.at(algorithm).at(protocol).dump());
      }
    }
  });
}

TEST_F(OracleDecisions, ChoicesAreEqual) {
  for_each_call([](const std::string& where, const json& recorded, const Call& call,
                   const Plan& plan, Differences& differences) {
    const Decision ours = choose(plan, call);
    differences.compared();
    if (name_of(ours.algorithm) != recorded.at("algo").get<std::string>() ||
        name_of(ours.protocol) != recorded.at("proto").get<std::string>()) {
      differences.add("{}: {} {}, NCCL takes {} {}", where, name_of(ours.algorithm),
                      name_of(ours.protocol), recorded.at("algo").dump(),
                      recorded.at("proto").dump());
    }
  });
}

TEST_F(OracleDecisions, ChannelsAndThreadsAreEqual) {
  for_each_call([](const std::string& where, const json& recorded, const Call& call,
                   const Plan& plan, Differences& differences) {
    const Decision ours = choose(plan, call);
    differences.compared();
    if (recorded.at("channelLo") != 0 || ours.channels != recorded.at("nChannels") ||
        ours.channels != recorded.at("grid") || ours.threads != recorded.at("block")) {
      differences.add("{}: {} channels of {} threads, NCCL takes {} of {}", where, ours.channels,
                      ours.threads, recorded.at("grid").dump(), recorded.at("block").dump());
    }
  });
}

bool is_even(const Plan& plan, const Decision& decision) {
  return decision.algorithm == Algorithm::CollNetDirect ||
         decision.algorithm == Algorithm::CollNetChain ||
         (decision.algorithm == Algorithm::Nvls && plan.shape.nodes > 1);
}

/// NCCL's work record for in-network reduction: the whole count, then elements per chunk.
std::string even_work(const Decision& decision, const CallSize& size) {
  return fmt::format("{} {}", size.count, decision.low.chunk_bytes / size.element_bytes);
}

std::string parts(const Decision& decision, const CallSize& size) {
  const auto part = [&](const ChannelPart& one) {
    return fmt::format("{} in {}", one.bytes / size.element_bytes, one.chunk_bytes);
  };
  return fmt::format("{}, {}, {}", part(decision.low), part(decision.middle), part(decision.high));
}

std::string recorded_parts(const json& work) {
  const auto part = [&](const std::string& which) {
    return fmt::format("{} in {}", work.at("count" + which).get<std::uint64_t>(),
                       work.at("chunkBytes" + which).get<std::uint64_t>());
  };
  return fmt::format("{}, {}, {}", part("Lo"), part("Mid"), part("Hi"));
}

TEST_F(OracleDecisions, PartsAndChunksAreEqual) {
  for_each_call([](const std::string& where, const json& recorded, const Call& call,
                   const Plan& plan, Differences& differences) {
    const Decision decision = choose(plan, call);
    const CallSize size = size_of(call, plan.shape.ranks());
    const json& work = recorded.at("work");
    const bool even = is_even(plan, decision);
    const std::string ours = even ? even_work(decision, size) : parts(decision, size);
    const std::string theirs = even ? fmt::format("{} {}", work.at("countLo").get<std::uint64_t>(),
                                                  work.at("countMid").get<std::uint64_t>())
                                    : recorded_parts(work);
    differences.compared();
    if (ours != theirs) differences.add("{}: {}; NCCL: {}", where, ours, theirs);
  });
}

}  // namespace
}  // namespace treering::sim::nccl
