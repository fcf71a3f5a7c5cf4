#include "workers/binding/bind.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>
#include <vector>

#include "core/text/reading.h"
#include "tuner/launch/launched_rank.h"
#include "workers/binding/place.h"
#if TREERING_HAS_HWLOC
#include "workers/binding/machine.h"
#endif

namespace treering::workers {
namespace {

using tuner::launch::Binding;

std::string text_of(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

#if TREERING_HAS_HWLOC
core::Failure cannot_bind(const std::string& cpus, int code) {
  return core::environment_error("cpus " + cpus, std::strerror(code),
                                 "expected the right to run there", "⟨bind⟩ none does not bind");
}

core::Result<std::string> bind_to(const Machine& machine, const Place& place, Binding binding) {
  const Set cpus = set_of(place.cpus);
  if (hwloc_set_cpubind(machine.get(), cpus.get(), HWLOC_CPUBIND_PROCESS) != 0) {
    return cannot_bind(place.cpus, errno);
  }
  std::string done(name_of(binding));
  if (!place.numa_node) return done;
  const Set node = set_of(std::to_string(*place.numa_node));
  // Strict: a result with memory from elsewhere would be one of another configuration. Containers
  // often forbid it, and the kernel prefers the near memory by itself.
  const int flags = HWLOC_MEMBIND_BYNODESET | HWLOC_MEMBIND_STRICT;
  if (hwloc_set_membind(machine.get(), node.get(), HWLOC_MEMBIND_BIND, flags) != 0) {
    done += ", memory not bound: " + core::lower_case(std::strerror(errno));
  }
  return done;
}

core::Result<std::string> try_to_bind(const LocalRank& rank, Binding binding) {
  const auto machine = this_machine();
  if (!machine) return core::fail(machine.error());
  const auto places = places_on(machine->get(), rank.ranks, binding);
  if (!places) return core::fail(places.error());
  const Place& own = places->ranks.at(static_cast<std::size_t>(rank.index));
  if (places->binding != Binding::None) return bind_to(*machine, own, places->binding);
  return std::string("none: too few cores");  // all that makes Automatic give in
}
#else
core::Result<std::string> try_to_bind(const LocalRank& /*rank*/, Binding /*binding*/) {
  return core::environment_error("⟨bind⟩", "treering was built without libhwloc", "expected none");
}
#endif

core::Result<std::string> unknown_rank() {
  return core::environment_error("environment", "no number of this rank on its machine",
                                 "expected one of mpirun or srun",
                                 "let them bind, and leave ⟨bind⟩ to none");
}

}  // namespace

LocalRank local_rank(int index, int ranks, int cores) {
  return {index, {std::vector<std::string>(static_cast<std::size_t>(ranks)), cores}};
}

LocalRank local_rank_of_launcher(int cores) {
  const auto own = tuner::launch::launched_rank();
  if (!own || !own->local_rank || !own->local_ranks) return {};
  return local_rank(*own->local_rank, *own->local_ranks, cores);
}

core::Result<std::string> bind_rank(const LocalRank& rank, Binding binding) {
  if (binding == Binding::None) return std::string(name_of(Binding::None));
  auto done = rank.ranks.near.empty() ? unknown_rank() : try_to_bind(rank, binding);
  if (done || binding != Binding::Automatic) return done;
  return "none: " + done.error().message();
}

core::Result<Binding> asked_binding() {
  const std::string text = text_of(tuner::launch::kBindingVariable);
  return text.empty() ? core::Result<Binding>(Binding::None) : tuner::launch::parse_binding(text);
}

core::Result<std::string> bind_as_asked(const LocalRank& rank) {
  const auto asked = asked_binding();
  if (!asked) return core::fail(asked.error());
  return bind_rank(rank, *asked);
}

Bound bound_now() {
  Bound bound;
  std::ifstream status("/proc/self/status");
  constexpr std::string_view kCpus = "Cpus_allowed_list:";
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(kCpus)) bound.cpus = core::trimmed(line).substr(kCpus.size() + 1);
  }
  // Address and policy of its first mapping, which has the policy of the process.
  std::ifstream maps("/proc/self/numa_maps");
  std::string address;
  std::string more;
  maps >> address >> bound.memory >> more;
  if (more.starts_with('(')) bound.memory += " " + more;  // "prefer (many):0"
  return bound;
}

}  // namespace treering::workers
