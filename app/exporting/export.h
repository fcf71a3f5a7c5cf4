// Settings that make NCCL take the choices of a time model, in a form that NCCL reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/job.h"
#include "app/setup/calls.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/work/work.h"
#include "core/call.h"
#include "core/result.h"
#include "core/units.h"

namespace treering::app::exporting {

struct ExportRequest {
  setup::JobRequest job;
  setup::CallsRequest calls;
  setup::TimeModelRequest time_model;
  std::optional<std::string> to;  // the name of an exporter
  work::Work work;
  std::vector<std::uint64_t> wanted;  // sizes of `taken`
};

/// What NCCL takes once the settings hold.
struct TakenChoice {
  core::Collective collective = core::Collective::AllReduce;
  core::Bytes bytes;
  std::string choice;  // "NVLSTree/Simple"
  bool operator==(const TakenChoice&) const = default;
};

/// Either a text or the reason why there is none.
struct ExportReport {
  std::string text;
  std::string refusal;             // a sentence; empty when there is a text
  std::string undo;                // how its settings are taken back, without full stop
  std::vector<std::string> notes;  // among the comments of the text, too
  std::string caveat;              // without which NCCL does not read it, without full stop
  std::vector<TakenChoice> taken;  // with the text
};

/// Without a text, and why.
ExportReport refused(std::string why);

core::Result<ExportReport> answer(const ExportRequest& request);

/// By form of `forms` (names of exporters), on a job that is open. \pre it is that of the request
std::vector<core::Result<ExportReport>> answers(const Job& job, const ExportRequest& request,
                                                const std::vector<std::string>& forms);

}  // namespace treering::app::exporting
