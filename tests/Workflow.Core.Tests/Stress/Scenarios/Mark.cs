namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>Tells its name.</summary>
internal sealed class Mark : CodeActivity
{
    public Mark(string name) => DisplayName = name;

    public InOutArgument<string> Memory { get; set; } = Teller.Memory();

    protected override void Execute(CodeActivityContext context) => Teller.Tell(context, Memory, DisplayName);
}
