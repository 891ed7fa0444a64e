using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

internal enum VariableUse
{
    /// <summary>The code may do anything with the variable, including a declaration.</summary>
    Unknown,

    /// <summary>The use does not depend on the declaration of the variable; for example, its name is read.</summary>
    Neutral,

    /// <summary>The value of the variable is read or written.</summary>
    Value,

    /// <summary>The variable is added to the Variables of an object that is created here.</summary>
    Declaration,
}

/// <summary>Classifies the uses of variables in code.</summary>
internal static class VariableUses
{
    public static VariableUse Of(IOperation reference, EngineTypes engine, out IObjectCreationOperation? owner)
    {
        owner = null;
        IOperation? parent = reference.Parent;
        while (parent is IConversionOperation { OperatorMethod: null })
        {
            (reference, parent) = (parent, parent.Parent);
        }

        switch (parent)
        {
            case IConversionOperation { OperatorMethod: { } method }:
                return IsOfEngine(method, engine) ? VariableUse.Value : VariableUse.Unknown;
            case IInvocationOperation call when ReferenceEquals(call.Instance, reference):
                return IsOfEngine(call.TargetMethod, engine) ? VariableUse.Value : VariableUse.Unknown;
            case IPropertyReferenceOperation:
                return VariableUse.Neutral;
            case IArgumentOperation { Parent: IInvocationOperation call }:
                return engine.IsContext(call.TargetMethod.ContainingType) ? VariableUse.Value : Added(call, engine, out owner);
            case IArgumentOperation { Parent: IObjectCreationOperation creation }:
                return IsOfEngine(creation.Constructor, engine) ? VariableUse.Value : VariableUse.Unknown;
            default:
                return VariableUse.Unknown;
        }
    }

    /// <summary>Returns <see cref="VariableUse.Declaration"/> for an element of the initializer <c>Variables = { a, b }</c>.</summary>
    private static VariableUse Added(IInvocationOperation call, EngineTypes engine, out IObjectCreationOperation? owner)
    {
        owner = null;
        if (call is
            {
                TargetMethod.Name: "Add",
                Instance: IInstanceReferenceOperation { ReferenceKind: InstanceReferenceKind.ImplicitReceiver },
                Parent: IObjectOrCollectionInitializerOperation initializer
            }
            && initializer.Parent is IMemberInitializerOperation
            {
                InitializedMember: IPropertyReferenceOperation { Property: { } property },
                Parent.Parent: IObjectCreationOperation creation
            }
            && property.Type is INamedTypeSymbol { TypeArguments.Length: 1 } list && EngineTypes.Is(list.TypeArguments[0], engine.Variable))
        {
            owner = creation;
            return VariableUse.Declaration;
        }

        return VariableUse.Unknown;
    }

    private static bool IsOfEngine(ISymbol? member, EngineTypes engine) =>
        SymbolEqualityComparer.Default.Equals(member?.ContainingAssembly, engine.Activity.ContainingAssembly);
}
