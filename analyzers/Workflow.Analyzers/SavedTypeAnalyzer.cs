using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

/// <summary>Reports WF0008: a variable of a type whose objects exist in one process only, such as streams, or contain such objects.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
internal sealed class SavedTypeAnalyzer() : EngineAnalyzer(Rules.UnsavedType)
{
    protected override void Register(CompilationStartAnalysisContext context, EngineTypes engine)
    {
        INamedTypeSymbol? variable = context.Compilation.GetTypeByMetadataName("Workflow.Variable`1");
        SavedTypes types = new(context.Compilation, engine);
        context.RegisterOperationAction(
            operation =>
            {
                if (operation.Operation is IObjectCreationOperation { Type: INamedTypeSymbol type } && EngineTypes.Is(type, variable)
                    && types.FindUnsaved(type.TypeArguments[0]) is { } path && !MayBeUnsaved(operation.Operation.Syntax))
                {
                    string part = path.Length == 0 ? string.Empty : $", because of its part '{path}'";
                    string name = type.TypeArguments[0].ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat);
                    operation.ReportDiagnostic(Diagnostic.Create(Rules.UnsavedType, operation.Operation.Syntax.GetLocation(), name, part));
                }
            },
            OperationKind.ObjectCreation);
    }

    /// <summary>
    /// Returns true if the class mentions NoPersistScope or NoPersistHandle. Its author is assumed to have considered the save, wherever exactly the variable
    /// is declared.
    /// </summary>
    private static bool MayBeUnsaved(SyntaxNode creation)
    {
        SyntaxNode root = creation.FirstAncestorOrSelf<Microsoft.CodeAnalysis.CSharp.Syntax.TypeDeclarationSyntax>() ?? creation.SyntaxTree.GetRoot();
        return root.DescendantTokens().Any(token => token.ValueText is "NoPersistScope" or "NoPersistHandle");
    }
}
