using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;

namespace Workflow.Analyzers;

/// <summary>Declares in CacheMetadata what is missing there: a property (WF0003), or a field with a variable (WF0004).</summary>
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

        // Only in the same file: another part of the class may be anywhere.
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
        method => method.Identifier.ValueText == "CacheMetadata" && method.ParameterList.Parameters.Count == 1 && method.Modifiers.Any(SyntaxKind.OverrideKeyword));

    private static string? StatementFor(Diagnostic diagnostic, SyntaxNode node, string metadata)
    {
        if (diagnostic.Id == Rules.UndeclaredVariable.Id)
        {
            // Where an activity around the uses has to declare a local variable, only its author knows.
            return node.FirstAncestorOrSelf<VariableDeclaratorSyntax>() is { Parent.Parent: FieldDeclarationSyntax } field
                ? $"{metadata}.AddImplementationVariable({field.Identifier.ValueText});"
                : null;
        }

        if (node.FirstAncestorOrSelf<PropertyDeclarationSyntax>() is not { } property || !diagnostic.Properties.TryGetValue(MetadataAnalyzer.Kind, out string? kind))
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

    /// <summary>The engine binds the argument to the property of its name. Null for one in an overload group, whose names would have to be repeated.</summary>
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

    /// <summary>'typeof' does not accept the annotation of a class; on a struct it is part of the type.</summary>
    private static string TypeName(TypeSyntax type) =>
        type is NullableTypeSyntax { ElementType: PredefinedTypeSyntax { Keyword.RawKind: (int)SyntaxKind.StringKeyword or (int)SyntaxKind.ObjectKeyword } known } ? known.ToString() : type.ToString();

    private static bool HasAttribute(PropertyDeclarationSyntax property, string name) => property.AttributeLists.SelectMany(list => list.Attributes)
        .Any(attribute => attribute.Name.ToString() is var written && (written.EndsWith(name, StringComparison.Ordinal) || written.EndsWith(name + "Attribute", StringComparison.Ordinal)));

    private static Document Fix(Document document, SyntaxNode root, MethodDeclarationSyntax method, string statement)
    {
        StatementSyntax added = SyntaxFactory.ParseStatement(statement).WithAdditionalAnnotations(Formatter.Annotation)
            .WithTrailingTrivia(SyntaxFactory.ElasticCarriageReturnLineFeed);
        BlockSyntax body = method.Body ?? SyntaxFactory.Block(SyntaxFactory.ExpressionStatement(method.ExpressionBody!.Expression));
        MethodDeclarationSyntax changed = method.WithExpressionBody(null).WithSemicolonToken(default).WithBody(body.AddStatements(added));
        return document.WithSyntaxRoot(root.ReplaceNode(method, changed.WithAdditionalAnnotations(Formatter.Annotation)));
    }
}
