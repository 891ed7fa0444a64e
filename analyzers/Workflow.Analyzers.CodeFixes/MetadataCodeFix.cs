using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;

namespace Workflow.Analyzers;

/// <summary>Adds a missing declaration to CacheMetadata: of a property (WF0003), or of a field with a variable (WF0004).</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
internal sealed class MetadataCodeFix : CodeFixProvider
{
    public override ImmutableArray<string> FixableDiagnosticIds => [Rules.OmittedMetadata.Id, Rules.UndeclaredVariable.Id];

    public override FixAllProvider? GetFixAllProvider() => null;

    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        SyntaxNode? root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
        SyntaxNode? node = root?.FindNode(context.Span);
        Diagnostic diagnostic = context.Diagnostics[0];

        // Only the declaration in this file is searched; other parts of a partial class may be in other files.
        if (node?.FirstAncestorOrSelf<ClassDeclarationSyntax>() is not { } type || MetadataMethod(type) is not { } method
            || StatementFor(diagnostic, node, method.ParameterList.Parameters[0].Identifier.ValueText) is not { } statement)
        {
            return;
        }

        context.RegisterCodeFix(
            CodeAction.Create("Declare it in CacheMetadata", _ => Task.FromResult(Fix(context.Document, root!, method, statement)), nameof(MetadataCodeFix)),
            diagnostic);
    }

    private static MethodDeclarationSyntax? MetadataMethod(ClassDeclarationSyntax type) => type.Members.OfType<MethodDeclarationSyntax>().FirstOrDefault(
        method => method.Identifier.ValueText == "CacheMetadata" && method.ParameterList.Parameters.Count == 1
            && method.Modifiers.Any(SyntaxKind.OverrideKeyword));

    private static string? StatementFor(Diagnostic diagnostic, SyntaxNode node, string metadata)
    {
        if (diagnostic.Id == Rules.UndeclaredVariable.Id)
        {
            // There is no fix for a local variable: only the author knows which activity around the uses has to declare it.
            return node.FirstAncestorOrSelf<VariableDeclaratorSyntax>() is { Parent.Parent: FieldDeclarationSyntax } field
                ? $"{metadata}.AddImplementationVariable({field.Identifier.ValueText});"
                : null;
        }

        if (node.FirstAncestorOrSelf<PropertyDeclarationSyntax>() is not { } property
            || !diagnostic.Properties.TryGetValue(MetadataAnalyzer.Kind, out string? kind))
        {
            return null;
        }

        string name = property.Identifier.ValueText;
        return kind switch
        {
            nameof(DeclaredKind.Child) => $"{metadata}.AddChild({name});",
            nameof(DeclaredKind.Delegate) => $"{metadata}.AddDelegate({name});",
            nameof(DeclaredKind.Variable) => $"{metadata}.AddVariable({name});",
            nameof(DeclaredKind.Argument) => ArgumentStatement(property, metadata),
            _ => null,
        };
    }

    /// <summary>
    /// Returns the statement that declares an argument. The engine binds the argument to the property of the same name. Null for an argument in an overload
    /// group, because the statement would have to repeat the names of the groups.
    /// </summary>
    private static string? ArgumentStatement(PropertyDeclarationSyntax property, string metadata)
    {
        TypeSyntax declared = property.Type is NullableTypeSyntax nullable ? nullable.ElementType : property.Type;
        GenericNameSyntax? type = declared as GenericNameSyntax ?? (declared as QualifiedNameSyntax)?.Right as GenericNameSyntax;
        string? direction = type?.Identifier.ValueText switch { "InArgument" => "In", "OutArgument" => "Out", "InOutArgument" => "InOut", _ => null };
        if (type is null || direction is null || HasAttribute(property, "OverloadGroup"))
        {
            return null;
        }

        TypeSyntax value = type.TypeArgumentList.Arguments[0];
        string name = property.Identifier.ValueText;
        string required = HasAttribute(property, "RequiredArgument") ? ", isRequired: true" : string.Empty;
        return $"{metadata}.AddArgument(new RuntimeArgument(nameof({name}), typeof({TypeName(value)}), ArgumentDirection.{direction}{required}));";
    }

    /// <summary>
    /// Returns a type as the operand of <c>typeof</c>, which does not accept a nullable reference type. Only the annotations of string and object are removed;
    /// the annotation of a value type is part of the type.
    /// </summary>
    private static string TypeName(TypeSyntax type) =>
        type is NullableTypeSyntax
        {
            ElementType: PredefinedTypeSyntax { Keyword.RawKind: (int)SyntaxKind.StringKeyword or (int)SyntaxKind.ObjectKeyword } known
        }
            ? known.ToString()
            : type.ToString();

    private static bool HasAttribute(PropertyDeclarationSyntax property, string name) => property.AttributeLists.SelectMany(list => list.Attributes)
        .Any(attribute => attribute.Name.ToString() is var written
            && (written.EndsWith(name, StringComparison.Ordinal) || written.EndsWith(name + "Attribute", StringComparison.Ordinal)));

    private static Document Fix(Document document, SyntaxNode root, MethodDeclarationSyntax method, string statement)
    {
        StatementSyntax added = SyntaxFactory.ParseStatement(statement).WithAdditionalAnnotations(Formatter.Annotation)
            .WithTrailingTrivia(SyntaxFactory.ElasticCarriageReturnLineFeed);
        BlockSyntax body = method.Body ?? SyntaxFactory.Block(SyntaxFactory.ExpressionStatement(method.ExpressionBody!.Expression));
        MethodDeclarationSyntax changed = method.WithExpressionBody(null).WithSemicolonToken(default).WithBody(body.AddStatements(added));
        return document.WithSyntaxRoot(root.ReplaceNode(method, changed.WithAdditionalAnnotations(Formatter.Annotation)));
    }
}
