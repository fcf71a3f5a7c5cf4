// A tuning as a document, and its charts.
#pragma once

#include <cstddef>

#include "app/tuning/tune.h"
#include "report/charts/chart.h"
#include "report/document/document.h"

namespace treering::report::tuning {

// Charts of a tuning: every way over the size, as measurements and the model together have it.

/// \param index of its curves
charts::Chart chart_of(const app::tuning::TuneReport& report, std::size_t index,
                       charts::Quantity quantity);

// A tuning as a document: what to use at each size, every way over the size, the variables of new
// communicators, what was not measured and why, and how to make it again.

document::Document document_of(const app::tuning::TuneReport& report,
                               const document::DocumentContext& context);

}  // namespace treering::report::tuning
