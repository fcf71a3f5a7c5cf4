// The doctor's findings, for programs; docs/json.md describes the fields.
#pragma once

#include <string>

#include "app/doctor.h"

namespace treering::cli {

std::string doctor_json(const app::DoctorReport& report);

}  // namespace treering::cli
