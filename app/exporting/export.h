// Settings that make NCCL take the choices of a time model, in a form that NCCL reads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/setup/calls.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/work/work.h"
#include "core/result.h"

namespace treering::app::exporting {

struct ExportRequest {
  setup::JobRequest job;
  setup::CallsRequest calls;
  setup::TimeModelRequest time_model;
  std::optional<std::string> to;  // the name of an exporter
  work::Work work;
};

/// Either a text or the reason why there is none.
struct ExportReport {
  std::string text;
  std::string refusal;             // a sentence; empty when there is a text
  std::string undo;                // how its settings are taken back, without full stop
  std::vector<std::string> notes;  // on the text
};

/// Without a text, and why.
ExportReport refused(std::string why);

core::Result<ExportReport> answer(const ExportRequest& request);

}  // namespace treering::app::exporting
