// What a healthy machine reaches, and the busbw below which it is faulty.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/job.h"
#include "app/normal.h"
#include "app/setup/calls.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/variants.h"
#include "app/work/work.h"
#include "core/result.h"
#include "tuner/floors/forms.h"
#include "tuner/floors/sheet.h"

namespace treering::app {

struct ExpectRequest {
  setup::JobRequest job;
  setup::CallsRequest calls;  // by the cost model
  setup::TimeModelRequest time_model;
  work::Work work = {};
};

struct ExpectReport {
  setup::Setup job;
  setup::Calls calls;
  setup::TimeModelName time_model;
  tuner::floors::Sheet sheet;                           // without rows that have no time
  std::vector<std::vector<PublishedBeside>> published;  // by row of the sheet: runs near its size,
                                                        // of NCCL's own choice and this network
  std::vector<DecidingFact> deciding;                   // that were assumed
  std::string why_no_floor;        // a sentence where no row has one; else empty
  std::vector<std::string> notes;  // on the answer; those on the job are in `job`
};

core::Result<ExpectReport> answer(const ExpectRequest& request);

/// The same on a job that is open already. \pre it is that of the request
core::Result<ExpectReport> answer(const Job& job, const ExpectRequest& request);

/// In a form of tuner/floors, by name: a text, or a sentence why there is none. Fails where there
/// is no such form.
core::Result<tuner::floors::Written> written_as(const ExpectReport& report, std::string_view form);

}  // namespace treering::app
