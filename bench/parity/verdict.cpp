#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/parity/cases.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "sim/job/variables.h"
#include "sim/nccl/plan.h"
#include "tests/support/parity_connections.h"

namespace treering::parity {
namespace {

using testing::Aspect;
using testing::kAspects;

/// The file as it was given; as the real library completed it where it had to, or made one of all
/// the hosts of an NVLink domain.
std::string xml_of(const Case& one, const testing::OracleCase& recorded) {
  const nlohmann::json& run = recorded.json->at("run");
  if (run.at("filled").empty() && !one.nvlink_domain) return one.xml;
  return recorded.json->at("topology").at("dump_xml");
}

core::Result<sim::job::Settings> settings_of(const std::vector<std::string>& variables) {
  std::vector<sim::job::Assignment> given;
  for (const std::string& text : variables) {
    const std::size_t sign = text.find('=');
    given.push_back({text.substr(0, sign), text.substr(sign + 1)});
  }
  const auto read = sim::job::read_environment(given);
  if (!read) return core::fail(read.error());
  return read->settings;
}

core::Result<sim::job::JobSpec> job_of(const Case& one, const testing::OracleCase& recorded) {
  sim::job::JobSpec job;
  job.nodes = one.nvlink_domain ? recorded.job.nodes : one.nodes;
  job.devices = one.devices;
  if (one.collnet) job.collnet = sim::job::Feature::On;
  const bool has_multicast = recorded.json->at("run").at("nvls_multicast") != 0;
  job.nvls = has_multicast ? sim::job::Feature::Auto : sim::job::Feature::Off;
  auto settings = settings_of(one.environment);
  if (!settings) return core::fail(settings.error());
  job.settings = *std::move(settings);
  return job;
}

/// The first aspect that differs, and so the cause of what follows.
std::optional<Aspect> first_difference(const Verdict& verdict) {
  for (std::size_t i = 0; i < kAspects; ++i) {
    if (!verdict.comparison.tallies[i].differences.empty()) return static_cast<Aspect>(i);
  }
  return {};
}

/// Whether the judge numbers the GPUs as the file does: its driver counts those of the list.
bool has_numbers_of_file(const Case& one) {
  for (std::size_t i = 0; i < one.devices.size(); ++i) {
    if (one.devices[i] != static_cast<int>(i)) return false;
  }
  return true;
}

testing::Comparison comparison_of(const Case& one, const testing::OracleCase& recorded,
                                  const core::Topology& node, const sim::job::JobSpec& job) {
  const core::Cluster cluster{node, job.nodes, {}};
  const sim::nccl::Plan plan = sim::nccl::make_plan(cluster, job);
  testing::Comparison result = testing::compare(recorded, plan);
  if (one.connects && has_numbers_of_file(one)) {
    result.of(Aspect::Connections) = testing::compare_connections(*recorded.json, cluster, plan);
  }
  return result;
}

}  // namespace

Verdict judge(const Oracle& oracle, const Case& one) {
  Verdict verdict;
  verdict.name = one.name;
  const auto recorded = oracle.ask(one);
  if (!recorded) {
    verdict.refused = recorded.error().message();
    return verdict;
  }
  const auto read = hw::formats::nccl_xml::read_nccl_xml(xml_of(one, *recorded), one.name);
  if (!read) {
    verdict.failed = read.error().message();
    return verdict;
  }
  const auto job = job_of(one, *recorded);
  if (!job) {
    verdict.failed = job.error().message();
    return verdict;
  }
  if (const auto error = sim::nccl::why_not(read->topology, *job)) {
    verdict.failed = error->message();
    return verdict;
  }
  try {
    verdict.comparison = comparison_of(one, *recorded, read->topology, *job);
  } catch (const std::exception& bug) {
    verdict.failed = bug.what();
  }
  return verdict;
}

Question shrink(const Oracle& oracle, const Question& question, int limit) {
  Question smallest = question;
  const Verdict whole = judge(oracle, case_of("whole", question));
  const auto aspect = first_difference(whole);
  const auto is_still_different = [&](const Question& candidate) {
    const Verdict verdict = judge(oracle, case_of("candidate", candidate));
    if (!verdict.refused.empty()) return false;
    return whole.failed.empty() ? verdict.failed.empty() && first_difference(verdict) == aspect
                                : !verdict.failed.empty();
  };
  for (bool is_shrinking = true; is_shrinking;) {
    is_shrinking = false;
    for (const Question& candidate : smaller(smallest)) {
      if (--limit < 0) return smallest;
      if (!is_still_different(candidate)) continue;
      smallest = candidate;
      is_shrinking = true;
      break;
    }
  }
  return smallest;
}

}  // namespace treering::parity
