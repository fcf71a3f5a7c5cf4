// The checks of the doctor, one line each in checks.def. A check looks at one thing, ignores what
// its machine does not report, and does not compute the cost.
#pragma once

#include <span>
#include <string_view>

#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

struct CheckSpec {
  std::string_view name;
  std::string_view about;
  Examination (*look)(const Patient& patient);
  bool is_of_runs = false;  // looks at a patient without a machine as well
};

std::span<const CheckSpec> all_checks();

#define CHECK(function, name, about) Examination check_##function(const Patient& patient);
#define RUN_CHECK(function, name, about) CHECK(function, name, about)
#include "tuner/doctor/checks.def"
#undef RUN_CHECK
#undef CHECK

}  // namespace treering::tuner::doctor
