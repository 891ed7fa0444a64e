namespace Workflow.Core.Tests.TestKit;

/// <summary>An activity with an implementation. Its public properties serve tests of the default metadata.</summary>
internal sealed class Composite : Activity
{
    public Composite(string name, Func<Activity?> implementation)
    {
        DisplayName = name;
        Implementation = () => implementation()!;
    }

    public InArgument<int>? Input { get; set; }

    public OutArgument<int>? Output { get; set; }

    public Variable<int>? Variable { get; set; }

    public Activity? Body { get; set; }

    public ActivityAction? Action { get; set; }
}
