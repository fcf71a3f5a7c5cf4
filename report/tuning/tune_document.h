// A tuning as a document: what to use at each size, every way over the size, the variables of new
// communicators, what was not measured and why, and how to make it again.
#pragma once

#include "app/tuning/tune.h"
#include "report/document/context.h"
#include "report/document/document.h"

namespace treering::report::tuning {

document::Document document_of(const app::tuning::TuneReport& report,
                               const document::DocumentContext& context);

}  // namespace treering::report::tuning
