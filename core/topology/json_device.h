// The devices of a topology's JSON; links and the rest are topology_json_read.cpp.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/json/fields.h"
#include "core/topology/topology.h"

namespace treering::core {

/// Ids by name, collected before anything is read: a port may stand before its nic.
class DeviceNames {
 public:
  DeviceNames() = default;
  /// \param devices an array; entries without a name count but have none
  explicit DeviceNames(const nlohmann::ordered_json& devices);

  /// The device that the field gives by name or by index; kNoDevice when absent or not found.
  DeviceId read_id(JsonFields& fields, std::string_view name) const;

 private:
  std::map<std::string, DeviceId> ids_;
};

/// One entry of /devices. Problems go to `problem`, which `fields` reports to as well.
Device read_device(JsonFields& fields, const DeviceNames& names, FirstProblem& problem);

/// The texts of an object, in its order; empty when the field is absent.
Attributes read_attributes(JsonFields& fields, std::string_view name, FirstProblem& problem);

}  // namespace treering::core
