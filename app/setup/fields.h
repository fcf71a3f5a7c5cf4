// The fields of our formats that are accepted although no time, choice or connection goes by them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/topology/cluster.h"

namespace treering::app::setup {

struct Field {
  std::string_view place;    // in our JSON: "devices/max_connections"
  std::string_view meaning;  // who goes by it, or that it is not modelled
  /// What an answer says where the cluster has it; empty where it has not. Null for what is only
  /// shown, from which nobody expects a time.
  std::string (*note)(const core::Cluster& cluster) = nullptr;
};

std::span<const Field> fields_without_effect();

/// The notes of those that the cluster has, on figures of its fabric that change nothing there, and
/// on links whose rate contradicts that of their device.
std::vector<std::string> field_notes(const core::Cluster& cluster);

}  // namespace treering::app::setup
