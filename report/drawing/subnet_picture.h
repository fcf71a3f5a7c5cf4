// A fabric as a picture: its switches level by level, the hosts below the leaves. Many equal parts
// are drawn as one.
#pragma once

#include "hw/fabric/analysis/fabric.h"
#include "report/drawing/sheet.h"

namespace treering::report::drawing {

Picture subnet_picture(const hw::fabric::FabricGraph& subnet,
                       const hw::fabric::analysis::FoundFabric& found, const Heading& heading,
                       const Unfolded& unfolded = {});

}  // namespace treering::report::drawing
