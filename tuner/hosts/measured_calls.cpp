#include "tuner/hosts/measured_calls.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/units.h"
#include "sim/libraries/library.h"
#include "tuner/launch/shape.h"
#include "tuner/measure/conditions.h"

namespace treering::tuner::hosts {
namespace {

using measure::Record;
using measure::Summary;
using sim::hosts::HostJob;

constexpr const char* kCoresFact = "cores";

int number_in(const std::string& text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Results that ran on equal hosts.
using SameHosts = std::tuple<std::string, int, int, std::string, std::string>;

SameHosts hosts_of(const Record& record) {
  return {record.runner, record.ranks, record.nodes, fact_of(record, measure::kShapedFact),
          fact_of(record, kCoresFact)};
}

core::Result<HostJob> job_of(const Record& record, const std::string& links,
                             const std::string& where) {
  const auto library = sim::libraries::find_on_cpus(record.runner);
  if (!library) {
    return core::bad_input(where, "runs of " + core::in_quotes(record.runner),
                           sim::libraries::expected_on_cpus());
  }
  HostJob job{*library, record.ranks, {}, 0};
  const std::string shaped = fact_of(record, measure::kShapedFact);
  const bool is_one_machine = record.nodes <= 1 || !shaped.empty();
  if (is_one_machine) job.cores = number_in(fact_of(record, kCoresFact));
  if (links.empty() && shaped.empty() && is_one_machine) return job;
  if (links.empty() && shaped.empty()) {
    return core::usage_error("⟨nic-rate⟩", "not given for runs on several hosts",
                             "expected the rate of the hosts' links in Gbit/s");
  }
  if (!is_one_machine && record.nodes != record.ranks) {
    return core::bad_input(where,
                           fmt::format("{} on {}", core::counted(record.ranks, "rank"),
                                       core::counted(record.nodes, "host")),
                           "expected a rank on each host, or all on one");
  }
  auto gbit = links.empty() ? launch::parse_shape(shaped, record.ranks)
                            : launch::parse_links(links, record.ranks, "⟨nic-rate⟩");
  if (!gbit) return core::fail(gbit.error());
  job.gbit = *std::move(gbit);
  return job;
}

/// Whether messages were seen that no known algorithm sends: anything may have run.
bool are_messages_unknown(const Summary& summary) {
  return !summary.used.witness.empty() && !summary.used.is_known();
}

void add(Summary summary, const HostJob& job, MeasuredCalls& to) {
  MeasuredCall call{std::move(summary), "", job, 0};
  call.algorithm = algorithm_of(call.summary);
  if (call.algorithm.empty()) {
    const auto& one = call.configuration();
    call.algorithm =
        sim::libraries::own_choice(job.library, one.call.collective, one.call.bytes, job.ranks)
            .value_or("");
  }
  const std::string name = name_of_row(call.summary);
  if (!call.summary.precision) {
    to.left_out.push_back(name + ": no sample");
  } else if (are_messages_unknown(call.summary)) {
    to.left_out.push_back(name + ": its messages are of no algorithm that the witness knew");
  } else if (!estimate(call.configuration(), call.algorithm, job, sim::hosts::assumed_profile())) {
    to.left_out.push_back(name + (call.algorithm.empty()
                                      ? ": what ran is not known"
                                      : ": the model has no messages of " + call.algorithm));
  } else {
    call.measured_us = call.summary.precision->median;
    to.calls.push_back(std::move(call));
  }
}

}  // namespace

std::string name_of_row(const Summary& summary) {
  const auto& one = summary.configuration;
  const std::string way = way_text(one);
  return fmt::format("{} {}{}{}", name_of(one.call.collective), core::format_size(one.call.bytes),
                     way.empty() ? "" : " ", way);
}

std::string algorithm_of(const Summary& summary) {
  const measure::Used& used = summary.used;
  const std::string& asked = summary.configuration.way.algorithm;
  if (are_messages_unknown(summary)) return "";
  return !used.is_known() || used.may_be(asked) ? asked : used.ways.front().algorithm;
}

sim::hosts::HostCall host_call(const measure::Configuration& configuration,
                               const std::string& algorithm) {
  const std::size_t width = core::size_of(configuration.call.type).count();
  const bool is_empty = configuration.call.collective == core::Collective::Barrier;
  const std::size_t elements =
      is_empty ? 0 : std::max<std::size_t>(configuration.call.bytes / width, 1);
  return {configuration.call.collective, algorithm, elements, width};
}

std::optional<sim::hosts::HostEstimate> estimate(const measure::Configuration& configuration,
                                                 const std::string& algorithm, const HostJob& job,
                                                 const core::Profile& profile) {
  if (configuration.pair) {
    return sim::hosts::estimate_message({configuration.pair->from, configuration.pair->to,
                                         static_cast<double>(configuration.call.bytes)},
                                        job, profile);
  }
  return sim::hosts::estimate(host_call(configuration, algorithm), job, profile);
}

core::Result<MeasuredCalls> measured_calls(const std::vector<Record>& records,
                                           const std::string& links, const std::string& where) {
  std::map<SameHosts, std::vector<Record>> groups;
  std::vector<SameHosts> order;
  for (const Record& record : records) {
    auto& group = groups[hosts_of(record)];
    if (group.empty()) order.push_back(hosts_of(record));
    group.push_back(record);
  }
  MeasuredCalls all;
  for (const SameHosts& hosts : order) {
    const std::vector<Record>& group = groups.at(hosts);
    if (group.front().ranks < 2) {
      all.left_out.emplace_back("runs of one rank: nothing is sent");
      continue;
    }
    const auto job = job_of(group.front(), links, where);
    if (!job) return core::fail(job.error());
    for (Summary& summary : measure::summarise(group)) add(std::move(summary), *job, all);
  }
  return all;
}

}  // namespace treering::tuner::hosts
