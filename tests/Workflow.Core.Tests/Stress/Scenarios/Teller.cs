using Workflow.Expressions;

namespace Workflow.Core.Tests.Stress.Scenarios;

/// <summary>Tells something to the witness and remembers in the result of the root what has been told.</summary>
internal static class Teller
{
    public static InOutArgument<string> Memory() => new(new ArgumentReference<string>("Result"));

    /// <summary>Works in the instance, so that a second thread in it is noticed.</summary>
    public static void Tell(ActivityContext context, InOutArgument<string> memory, string what)
    {
        Witness witness = context.GetExtension<Witness>()!;
        using IDisposable stay = witness.Enter(what);
        memory.Set(context, witness.Tell(memory.Get(context) ?? string.Empty, what));
    }
}
