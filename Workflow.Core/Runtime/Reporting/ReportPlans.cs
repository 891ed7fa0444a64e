using Workflow.Definition;

namespace Workflow.Runtime.Reporting;

/// <summary>The plans that a program remembers, the plan created last first.</summary>
internal sealed class ReportPlans : ProgramAttachment
{
    /// <summary>Any thread may replace the array. A plan that is lost in a race is created again.</summary>
    public ReportPlan[] Known = [];
}
