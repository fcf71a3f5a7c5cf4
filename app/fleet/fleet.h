// Which hosts of a cluster differ from most of their kind, what that costs, and which cable or
// switch they share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/fleet/sources.h"
#include "app/setup/guesses.h"
#include "app/setup/time_model.h"
#include "app/work/work.h"
#include "core/result.h"
#include "tuner/doctor/doctor.h"
#include "tuner/fleet/fleet.h"
#include "tuner/fleet/pairs.h"

namespace treering::app::fleet {

struct FleetRequest {
  std::string folder;
  setup::TimeModelRequest time_model;  // for losses
  work::Work work = {};
};

/// Hosts of a kind that deviate alike.
struct FleetFinding {
  tuner::fleet::Deviation deviation;
  std::size_t kind = 0;              // its number
  std::vector<std::string> devices;  // as people know them
  tuner::doctor::Finding cost;       // its losses alone; empty: no model knows of one
  std::vector<tuner::fleet::OddCable> cables;
};

struct FleetSplit {
  tuner::fleet::Split split;
  std::size_t kind = 0;
  std::vector<std::string> devices;
};

/// A finding in logs that show no machine, with the hosts of these logs.
struct FleetComplaint {
  std::vector<std::string> hosts;
  tuner::doctor::Finding finding;
};

struct FleetReport {
  std::string folder;  // fit to be shown
  std::vector<std::string> hosts;
  std::vector<tuner::fleet::Kind> kinds;
  std::vector<FleetFinding> findings;  // the greatest loss first, then heavy ones, then by host
  std::vector<FleetSplit> splits;
  std::vector<tuner::fleet::SharedSwitch> shared;
  std::string fabric_file;  // empty: there is none
  std::size_t hosts_in_fabric = 0;
  std::vector<std::string> cabling;  // what is odd between switches, sentences
  std::vector<std::string> pair_files;
  std::optional<tuner::fleet::PairCheck> pairs;
  std::vector<FleetComplaint> complaints;
  std::vector<LeftOut> left_out;
  std::vector<setup::Guess> guesses;  // on which the losses rest
  std::string profile;
};

/// Whether any host differs from most, pairs of hosts are slow, or logs complain.
bool is_uneven(const FleetReport& report);

/// The hosts with a finding, ascending.
std::vector<std::size_t> odd_hosts(const FleetReport& report);

core::Result<FleetReport> answer(const FleetRequest& request);

}  // namespace treering::app::fleet
