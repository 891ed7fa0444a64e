namespace WorkflowConsole1;

/// <summary>A workflow: it waits for a moment without a thread, and returns a greeting.</summary>
public sealed class Greeting : Activity<string>
{
    public Greeting() => Implementation = () => new Sequence
    {
        Activities =
        {
            new Delay { Duration = TimeSpan.FromMilliseconds(100) },
            new Assign<string> { To = new(context => Result!.Get(context)), Value = new(context => $"Hello, {Name.Get(context)}!") },
        },
    };

    [RequiredArgument]
    public InArgument<string> Name { get; set; } = null!;
}
