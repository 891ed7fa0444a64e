namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>A step that records its name.</summary>
internal sealed class Mark : CodeActivity
{
    public Mark(string name) => DisplayName = name;

    public InOutArgument<string> Memory { get; set; } = StepLog.Memory();

    protected override void Execute(CodeActivityContext context) => StepLog.Write(context, Memory, DisplayName);
}
