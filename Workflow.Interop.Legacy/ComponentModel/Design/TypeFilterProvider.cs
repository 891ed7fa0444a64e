namespace Workflow.Interop.Legacy.ComponentModel.Design;

/// <summary>Says which types a type browser shows. Nothing calls it here.</summary>
public interface ITypeFilterProvider
{
    /// <summary>A text for people.</summary>
    string FilterDescription { get; }

    /// <summary>Returns true if a type is shown.</summary>
    /// <param name="type">The type.</param>
    /// <param name="throwOnError">Whether an exception says why it is not.</param>
    bool CanFilterType(Type type, bool throwOnError);
}

/// <summary>Names the class that says which types designers offer for a property. It has no effect here.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Class)]
public sealed class TypeFilterProviderAttribute : Attribute
{
    /// <summary>Names a class.</summary>
    /// <param name="type">The class.</param>
    public TypeFilterProviderAttribute(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        TypeFilterProviderTypeName = type.AssemblyQualifiedName!;
    }

    /// <summary>Names a class.</summary>
    /// <param name="typeName">Its name.</param>
    public TypeFilterProviderAttribute(string typeName) => TypeFilterProviderTypeName = typeName;

    /// <summary>The name of the class.</summary>
    public string TypeFilterProviderTypeName { get; }
}
