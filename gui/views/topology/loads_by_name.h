// How busy the links of a node of a run are, by the names of their ends.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/simulation/recorded.h"
#include "gui/views/topology/machines.h"

namespace treering::gui::views::topology {

using Loads = std::vector<std::optional<double>>;

class LoadsByName {
 public:
  /// At a moment; nothing: over the whole run. \pre the run has loads; it lives as long
  LoadsByName(const app::simulation::Recorded& run, int node, std::optional<double> us);

  /// The busier of both directions, as a share of its rate; nothing where no message goes there.
  std::optional<double> between(const std::string& from, const std::string& to) const;

 private:
  std::optional<double> load(const std::string& from, const std::string& to) const;

  const app::simulation::Recorded& run_;
  std::optional<double> us_;
  std::map<std::string, int> links_;  // "GPU 0 -> NVSwitch"
};

/// By line of the picture. A line to the network is as busy as the busiest port of the node, where
/// one switch, or a network without bottleneck, joins all nodes.
Loads loads_of_lines(const report::drawing::Picture& picture, const Machines& machines,
                     const LoadsByName& loads);

}  // namespace treering::gui::views::topology
