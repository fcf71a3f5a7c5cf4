// The report on a job as a document: what in short, the machine, each collective, whether runs
// agree, what is missing, what to set and how to undo it, and how to make the report again.
#pragma once

#include "app/overview/overview.h"
#include "report/document/context.h"
#include "report/document/document.h"

namespace treering::report::overview {

document::Document document_of(const app::overview::OverviewReport& report,
                               const document::DocumentContext& context);

}  // namespace treering::report::overview
