using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

/// <summary>What a lambda or a local function uses of the code around it.</summary>
/// <param name="variable">The name of a local variable or parameter; null when it uses none.</param>
/// <param name="hasThis">Whether it uses the object around it.</param>
internal readonly struct Captures(string? variable, bool hasThis)
{
    public string? Variable { get; } = variable;

    public bool HasThis { get; } = hasThis;

    public static Captures Of(IOperation function)
    {
        string? variable = null;
        bool hasThis = false;
        foreach (IOperation operation in function.Descendants())
        {
            switch (operation)
            {
                case ILocalReferenceOperation { Local: { IsConst: false } local } when IsOutside(local, function):
                    variable ??= local.Name;
                    break;
                case IParameterReferenceOperation { Parameter: { } parameter } when IsOutside(parameter, function):
                    // A parameter of a primary constructor is a field of the object.
                    if (IsOfPrimaryConstructor(parameter))
                    {
                        hasThis = true;
                    }
                    else
                    {
                        variable ??= parameter.Name;
                    }

                    break;
                case IInstanceReferenceOperation { ReferenceKind: InstanceReferenceKind.ContainingTypeInstance }:
                    hasThis = true;
                    break;
                case IInvocationOperation { TargetMethod: { MethodKind: MethodKind.LocalFunction, IsStatic: false } }:
                    // What the other function uses is not followed: it may be the object.
                    hasThis = true;
                    break;
                default:
                    break;
            }
        }

        return new Captures(variable, hasThis);
    }

    private static bool IsOutside(ISymbol symbol, IOperation function) => !symbol.DeclaringSyntaxReferences.Any(
        reference => reference.SyntaxTree == function.Syntax.SyntaxTree && function.Syntax.Span.Contains(reference.Span));

    private static bool IsOfPrimaryConstructor(IParameterSymbol parameter) =>
        parameter.ContainingSymbol is IMethodSymbol { MethodKind: MethodKind.Constructor } constructor
        && constructor.DeclaringSyntaxReferences.Any(reference => reference.GetSyntax() is Microsoft.CodeAnalysis.CSharp.Syntax.TypeDeclarationSyntax);
}
