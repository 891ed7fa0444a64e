namespace Workflow.Interop.Legacy.ComponentModel.Design;

/// <summary>Decides which types a type browser shows. This package does not call it.</summary>
public interface ITypeFilterProvider
{
    /// <summary>A description for users.</summary>
    string FilterDescription { get; }

    /// <summary>Returns true if a type is shown.</summary>
    /// <param name="type">The type.</param>
    /// <param name="throwOnError">True to throw an exception with the reason if the type is not shown.</param>
    bool CanFilterType(Type type, bool throwOnError);
}

/// <summary>Names the class that decides which types designers offer for a property. This package ignores the attribute.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Class)]
public sealed class TypeFilterProviderAttribute : Attribute
{
    /// <summary>Creates the attribute.</summary>
    /// <param name="type">The class.</param>
    public TypeFilterProviderAttribute(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        TypeFilterProviderTypeName = type.AssemblyQualifiedName!;
    }

    /// <summary>Creates the attribute.</summary>
    /// <param name="typeName">The name of the class.</param>
    public TypeFilterProviderAttribute(string typeName) => TypeFilterProviderTypeName = typeName;

    /// <summary>The name of the class.</summary>
    public string TypeFilterProviderTypeName { get; }
}
