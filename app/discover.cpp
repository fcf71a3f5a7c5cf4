#include "app/discover.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "core/text/field.h"
#include "hw/fabric/readers/formats.h"
#include "hw/world/anonymise/anonymise.h"
#include "hw/world/real/posix.h"
#include "hw/world/real/real_world.h"
#include "hw/world/recording/worlds.h"
#include "tuner/launch/launched_rank.h"

namespace treering::app {
namespace {

using hw::world::recording::Recording;

constexpr const char* kThisMachine = "this machine";

core::Result<std::unique_ptr<hw::world::World>> open_world(const DiscoverRequest& request) {
  if (!request.replay) return std::make_unique<hw::world::real::RealWorld>();
  const auto recording = hw::world::recording::load_recording(*request.replay);
  if (!recording) return core::fail(recording.error());
  return std::make_unique<hw::world::recording::ReplayedWorld>(*recording);
}

/// A gap in a recording is bad input, and no fault of this machine.
core::Error not_in_recording(core::Error error, const DiscoverRequest& request) {
  if (request.replay) error.category = core::Category::BadInput;
  return error;
}

core::Result<hw::discover::Discovery> discover_in(const hw::world::World& world,
                                                  const DiscoverRequest& request) {
  auto found = hw::discover::discover(world, request.replay.value_or(kThisMachine));
  if (found) return found;
  return core::fail(not_in_recording(found.error(), request));
}

struct Outcome {
  core::Result<hw::discover::Discovery> found;
  Recording recording;
};

Outcome look(const hw::world::World& world, const DiscoverRequest& request) {
  const hw::world::recording::RecordingWorld recorder(world);
  Outcome outcome{discover_in(recorder, request), recorder.recording()};
  if (!request.is_anonymous) return outcome;
  outcome.recording = hw::world::anonymise::anonymised(outcome.recording);
  outcome.found = discover_in(hw::world::recording::ReplayedWorld(outcome.recording), request);
  return outcome;
}

/// Writes the recording where requested.
core::Result<std::optional<Recorded>> keep(const Recording& recording,
                                           const DiscoverRequest& request) {
  if (!request.record) return std::nullopt;
  const auto written = hw::world::recording::write_recording(recording, *request.record);
  if (!written) return core::fail(written.error());
  return Recorded{*request.record, hw::world::recording::file_count(recording)};
}

core::Result<DiscoverReport> discover_fabric(const hw::world::World& world,
                                             const DiscoverRequest& request) {
  if (request.is_anonymous) {
    return core::usage_error(core::field("anonymise"), "given with ⟨fabric⟩",
                             "expected one of them",
                             "the text of a fabric is full of names and GUIDs");
  }
  const hw::world::recording::RecordingWorld recorder(world);
  auto text = hw::fabric::readers::live_fabric(recorder);
  const auto kept = keep(recorder.recording(), request);
  if (!kept) return core::fail(kept.error());
  if (!text) return core::fail(not_in_recording(text.error(), request));
  return DiscoverReport{fabric_report(request.replay.value_or(kThisMachine), *std::move(text)),
                        *kept};
}

core::Result<DiscoverReport> discover_machine(const hw::world::World& world,
                                              const DiscoverRequest& request) {
  Outcome outcome = look(world, request);
  // Also where discovery fails: then a recording is wanted most.
  const auto kept = keep(outcome.recording, request);
  if (!kept) return core::fail(kept.error());
  if (!outcome.found) {
    core::Error error = outcome.found.error();
    if (*kept) error.hint = fmt::format("what was read is in {}", (*kept)->folder);
    return core::fail(std::move(error));
  }
  DiscoveredMachine machine{*std::move(outcome.found), {}, {}};
  machine.paths = sim::smi_matrix(machine.discovery.topology);
  machine.rails = sim::rails_of(machine.discovery.topology, {});
  return DiscoverReport{std::move(machine), *kept};
}

/// Whether this rank is the one of its host, or of all hosts for a fabric, that keeps what it sees.
/// Where no rank knows its number on the host, the first one to write is.
bool keeps(const RankOfHosts& rank, bool has_fabric) {
  return has_fabric ? rank.rank == 0 : rank.local_rank.value_or(0) == 0;
}

std::string folder_of(const RankOfHosts& rank, const DiscoverRequest& request) {
  if (request.has_fabric) return "fabric";
  return request.is_anonymous ? fmt::format("host{:04}", rank.rank) : rank.host;
}

/// The recording of one host among those of many.
core::Result<DiscoverReport> answer_for_host(const RankOfHosts& rank, DiscoverRequest request) {
  if (!keeps(rank, request.has_fabric)) return DiscoverReport{LeftToAnother{}, {}};
  request.record = *request.record + "/" + folder_of(rank, request);
  request.rank.reset();
  const bool may_be_others = !request.has_fabric && !rank.local_rank;
  auto report = answer(request);
  const bool is_there = !report && report.error().found == hw::world::recording::kThereAlready;
  if (may_be_others && is_there) return DiscoverReport{LeftToAnother{}, {}};
  return report;
}

}  // namespace

std::optional<RankOfHosts> rank_of_hosts() {
  const auto rank = tuner::launch::launched_rank();
  if (!rank) return std::nullopt;
  return RankOfHosts{rank->rank, rank->local_rank, hw::world::real::host_name()};
}

core::Result<DiscoverReport> answer(const DiscoverRequest& request) {
  if (request.rank && request.record) return answer_for_host(*request.rank, request);
  const auto world = open_world(request);
  if (!world) return core::fail(world.error());
  return request.has_fabric ? discover_fabric(**world, request)
                            : discover_machine(**world, request);
}

}  // namespace treering::app
