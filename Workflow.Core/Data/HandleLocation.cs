using System.Diagnostics.CodeAnalysis;

namespace Workflow.Data;

/// <summary>The location of a handle. The engine creates the value, which cannot be assigned (rule 9.4).</summary>
internal sealed class HandleLocation<T> : Location<T>
{
    public override T Value
    {
        get => Stored!;
        set => throw new InvalidOperationException(
            $"A variable of the handle type '{typeof(T).Name}' cannot be assigned; its handle is created with the variable.");
    }

    [UnconditionalSuppressMessage(
        "Trimming", "IL2091", Justification = "Only handles are made here, and Handle keeps the constructors of the classes derived from it.")]
    internal override object Make()
    {
        Stored = Activator.CreateInstance<T>();
        return Stored!;
    }
}
