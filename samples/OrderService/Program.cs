using OrderService;

await using WebApplication application = await OrderApplication.CreateAsync(args);
await application.RunAsync();
