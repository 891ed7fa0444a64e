using OrderService;

await using WebApplication application = OrderApplication.Create(args);
await application.RunAsync();
