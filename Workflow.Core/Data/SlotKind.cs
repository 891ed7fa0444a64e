using System.Runtime.CompilerServices;

namespace Workflow.Data;

/// <summary>
/// The kind of location in one slot of an environment. There is one object for each kind and type, so two environments have the same shape if and
/// only if their kinds are the same objects.
/// </summary>
internal abstract class SlotKind
{
    /// <summary>The declared type of the value.</summary>
    public abstract Type ValueType { get; }

    public abstract Location Create();

    /// <summary>True if a value of this kind may keep other objects alive.</summary>
    public abstract bool HoldsReferences { get; }
}

/// <summary>A slot that contains its own value: a variable, an in argument, an unbound out argument, a delegate argument.</summary>
internal sealed class ValueSlot<T> : SlotKind
{
    public static readonly ValueSlot<T> Instance = new();

    public override Type ValueType => typeof(T);

    public override bool HoldsReferences => RuntimeHelpers.IsReferenceOrContainsReferences<T>();

    public override Location Create() => new Location<T>();
}

/// <summary>The slot of a variable of a handle type.</summary>
internal sealed class HandleSlot<T> : SlotKind
{
    public static readonly HandleSlot<T> Instance = new();

    public override Type ValueType => typeof(T);

    public override bool HoldsReferences => true;

    public override Location Create() => new HandleLocation<T>();
}

/// <summary>The slot of a bound out argument.</summary>
internal sealed class OutSlot<T> : SlotKind
{
    public static readonly OutSlot<T> Instance = new();

    public override Type ValueType => typeof(T);

    public override bool HoldsReferences => RuntimeHelpers.IsReferenceOrContainsReferences<T>();

    public override Location Create() => new OutLocation<T>();
}

/// <summary>The slot of an in-out argument.</summary>
internal sealed class InOutSlot<T> : SlotKind
{
    public static readonly InOutSlot<T> Instance = new();

    public override Type ValueType => typeof(T);

    public override bool HoldsReferences => RuntimeHelpers.IsReferenceOrContainsReferences<T>();

    public override Location Create() => new InOutLocation<T>();
}
