// Reads the devices of a topology's JSON; core/topology/json_read.cpp reads links and the rest.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/json/fields.h"
#include "core/topology/topology.h"

namespace treering::core {

/// Device ids by name, collected before devices are read: a port may stand before its nic.
class DeviceNames {
 public:
  DeviceNames() = default;
  /// \param devices an array; entries without a name count as devices but cannot be named
  explicit DeviceNames(const nlohmann::ordered_json& devices);

  /// The device that the field names by name or index; kNoDevice when absent or not found.
  DeviceId read_id(JsonFields& fields, std::string_view name) const;

 private:
  std::map<std::string, DeviceId> ids_;
};

/// Reads one entry of /devices. Problems go to `problem`, to which `fields` also reports.
Device read_device(JsonFields& fields, const DeviceNames& names, FirstProblem& problem);

}  // namespace treering::core
